"""Interactive Sudoku Solver: its text, ``.Cage~10~R1C1~R1C2.Thermo~R2C1~R3C1``, and the links that hold it.

A text is one constraint after another: a dot, a name, and its arguments, each after a tilde. Cells are R1C1; from 10 on
rows and columns are letters, a to z. A dot and a tilde without a name begin the givens: ``.~R1C1_5~R2C2_1_2``. Some
constraints hold others, up to ``.End``.

`ROWS` has a row for each name that stands for rules of ours, and `COMPOSITES` a function for each constraint that holds
others. `unknowns` lists the other names. `read` refuses them unless ``lenient`` is set.

References
----------
C. Sigh, Interactive-Sudoku-Solver (2020-2026), ``sudoku_parser``, ``sudoku_constraint``, ``sudoku_builder``.
"""

from farandole.formats.links.iss.reading import COMPOSITES, IssReader, read, unknowns
from farandole.formats.links.iss.rows import ROWS, Row
from farandole.formats.links.iss.writing import link, write

__all__ = ["COMPOSITES", "ROWS", "IssReader", "Row", "link", "read", "unknowns", "write"]
