"""The techniques, simplest first, and the searches that find them.

The order is HoDoKu's. The cages of a killer come right after the singles, because solving a killer begins with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from farandole.errors import ArgumentError, short_repr
from farandole.logic.explainer import direct, exclusion, multiple
from farandole.logic.step import Search, Technique
from farandole.logic.techniques import (
    als,
    als_chains,
    brute_force,
    cages,
    chains,
    chutes,
    class_coloring,
    cliques,
    coloring,
    crossing_rules,
    deadly,
    deadly_polygons,
    equal_cells,
    equivalence_sums,
    exocet,
    fireworks,
    forcing,
    kraken,
    locked,
    loops,
    multi_sector,
    oddagons,
    parity,
    pointing_by_rules,
    rectangle_elimination,
    rule_combinations,
    rule_contradictions,
    rule_forcing,
    set_equivalence,
    single_digit,
    singles,
    sk_loop,
    subsets,
    sue_de_coq,
    sum_bounds,
    symmetry,
    templates,
    uniqueness,
    whips,
    wings,
)
from farandole.logic.techniques.fish import FISH

# Some searches find the steps of several techniques, and decide which of them comes first.
GROUPS: dict[Search, tuple[Technique, ...]] = {
    coloring.simple_colors: (coloring.simple_colors_wrap, coloring.simple_colors_trap),
    coloring.multi_colors: (coloring.multi_colors_2, coloring.multi_colors_1),
    loops.nice_loops: (loops.continuous_nice_loop, loops.discontinuous_nice_loop, loops.aic),
    loops.grouped_nice_loops: (
        loops.grouped_continuous_nice_loop,
        loops.grouped_discontinuous_nice_loop,
        loops.grouped_aic,
    ),
    forcing.forcing_chains: (forcing.forcing_chain_contradiction, forcing.forcing_chain_verity),
    forcing.forcing_nets: (forcing.forcing_net_contradiction, forcing.forcing_net_verity),
    set_equivalence.small_leftovers: (set_equivalence.law_of_leftovers,),
    set_equivalence.larger_equivalences: (set_equivalence.set_equivalence,),
}

SEARCHES: tuple[Search, ...] = (
    singles.full_house,
    singles.naked_single,
    singles.hidden_single,
    cages.cage_combinations,
    cages.cage_must_hold,
    equal_cells.equal_cells,
    rule_combinations.rule_combinations,
    rule_combinations.rule_must_hold,
    subsets.locked_pair,
    subsets.locked_triple,
    locked.pointing,
    locked.claiming,
    pointing_by_rules.pointing_by_rules,
    set_equivalence.small_leftovers,
    subsets.naked_pair,
    subsets.naked_triple,
    subsets.hidden_pair,
    subsets.hidden_triple,
    cages.rule_of_45,
    class_coloring.parity_coloring,
    class_coloring.high_low_coloring,
    class_coloring.entropy_coloring,
    class_coloring.modular_coloring,
    rule_combinations.two_rules,
    equal_cells.equal_by_elimination,
    rule_combinations.house_and_rules,
    rule_combinations.three_rules,
    subsets.naked_quadruple,
    subsets.hidden_quadruple,
    cliques.naked_clique,
    FISH["", 2],
    set_equivalence.larger_equivalences,
    *(FISH["", size] for size in (3, 4)),
    cages.large_rule_of_45,
    equivalence_sums.set_equivalence_with_sums,
    crossing_rules.house_and_crossing_rules,
    chains.remote_pair,
    uniqueness.bug_plus_1,
    single_digit.skyscraper,
    single_digit.two_string_kite,
    single_digit.turbot_fish,
    single_digit.empty_rectangle,
    wings.w_wing,
    wings.xy_wing,
    wings.xyz_wing,
    uniqueness.uniqueness_1,
    uniqueness.uniqueness_2,
    uniqueness.uniqueness_3,
    uniqueness.uniqueness_4,
    uniqueness.uniqueness_5,
    uniqueness.uniqueness_6,
    uniqueness.hidden_rectangle,
    uniqueness.avoidable_rectangle_1,
    uniqueness.avoidable_rectangle_2,
    *(FISH[kind, size] for size in (2, 3, 4) for kind in ("Finned", "Sashimi")),
    sue_de_coq.sue_de_coq,
    coloring.simple_colors,
    coloring.multi_colors,
    chains.x_chain,
    chains.xy_chain,
    loops.nice_loops,
    loops.grouped_nice_loops,
    sum_bounds.bounds_of_sums,
    whips.rule_whip,
    rule_contradictions.rule_contradiction,
    rule_forcing.rule_forcing,
    als.als_xz,
    als.als_xy_wing,
    als_chains.als_chain,
    *(FISH[kind, size] for kind in ("Franken", "Finned Franken") for size in (2, 3)),
    forcing.forcing_chains,
    rule_contradictions.long_rule_contradiction,
    forcing.forcing_nets,
    brute_force.brute_force,
)

# In the order of the searches.
TECHNIQUES: tuple[Technique, ...] = tuple(
    technique for search in SEARCHES for technique in ((search,) if isinstance(search, Technique) else GROUPS[search])
)

# Techniques that HoDoKu lacks, or does not use by default.
EXTRA: tuple[Technique, ...] = (
    direct.direct_pointing,
    direct.direct_claiming,
    direct.direct_hidden_pair,
    direct.direct_hidden_triplet,
    chutes.chute_remote_pair,
    rectangle_elimination.rectangle_elimination,
    single_digit.dual_two_string_kite,
    single_digit.dual_empty_rectangle,
    wings.wxyz_wing,
    wings.bent_quadruple,
    wings.vwxyz_wing,
    wings.uvwxyz_wing,
    wings.tuvwxyz_wing,
    wings.stuvwxyz_wing,
    wings.rstuvwxyz_wing,
    coloring.medusa_3d,
    deadly.unique_loop,
    deadly.extended_rectangle,
    deadly.bug_lite,
    deadly.multivalue_grave,
    deadly_polygons.borescopers_deadly_pattern,
    deadly_polygons.qius_deadly_pattern,
    deadly.reverse_bug,
    deadly.bug_type_2,
    deadly.bug_type_3,
    deadly.bug_type_4,
    symmetry.symmetrical_placement,
    exclusion.aligned_pair_exclusion,
    exclusion.aligned_triplet_exclusion,
    parity.parity,
    fireworks.triple_firework,
    fireworks.quadruple_firework,
    oddagons.broken_wing,
    oddagons.bivalue_oddagon,
    als_chains.death_blossom,
    oddagons.tridagon,
    oddagons.tridagon_guardians,
    sk_loop.sk_loop,
    set_equivalence.set_equivalence_theory,
    multi_sector.multi_sector_locked_set,
    multi_sector.multifish,
    exocet.junior_exocet,
    exocet.senior_exocet,
    *(FISH["", size] for size in (5, 6, 7)),
    *(FISH[kind, size] for size in (5, 6, 7) for kind in ("Finned", "Sashimi")),
    *(FISH[kind, size] for kind in ("Franken", "Finned Franken") for size in (4, 5, 6, 7)),
    *(FISH[kind, size] for kind in ("Mutant", "Finned Mutant") for size in (2, 3, 4, 5, 6, 7)),
    kraken.kraken_fish_type_1,
    kraken.kraken_fish_type_2,
    whips.whip,
    whips.g_whip,
    whips.braid,
    forcing.quad_forcing_chains,
    forcing.bowmans_bingo,
    templates.template_set,
    templates.template_delete,
    *multiple.TECHNIQUES.values(),
)


def select_techniques(
    techniques: Sequence[Technique | str] | None, *, assume_unique: bool
) -> tuple[Sequence[Search], frozenset[Technique]]:
    """Return the searches to run, in order, and the techniques whose steps may be used.

    Parameters
    ----------
    techniques : sequence of Technique or of their names, or None
        None for `TECHNIQUES`.
    assume_unique : bool
        Whether to use techniques that hold only because the puzzle has one solution.

    Raises
    ------
    ArgumentError
        If `techniques` is not a list, or a technique is unknown.
    """
    if isinstance(techniques, str) or not isinstance(techniques, Iterable | None):
        raise ArgumentError(f"techniques: expected a list of techniques, found {short_repr(techniques)}")
    allowed = TECHNIQUES if techniques is None else tuple(map(_check_technique, techniques))
    usable = frozenset(technique for technique in allowed if assume_unique or not technique.assumes_unique)
    return SEARCHES if techniques is None else [technique for technique in allowed if technique in usable], usable


def _check_technique(given: Technique | str) -> Technique:
    if isinstance(given, Technique):
        return given
    try:
        return find_technique(given)
    except ArgumentError as error:
        raise ArgumentError.from_error(error, f"techniques: {error}") from None


_MAX_NAME_LENGTH = 60  # longer texts are not looked up
_MAX_SUGGESTIONS = 5
_WHERE = "; docs/techniques.md lists them all, such as X-Wing or XY-Chain"


def find_technique(name: str) -> Technique:
    """Find a technique by its name or an alias; case, spaces and signs don't matter.

    Raises
    ------
    ArgumentError
        If there is no such technique.

    Examples
    --------
    >>> find_technique("x wing"), find_technique("bent triple")
    (<X-Wing>, <XY-Wing>)
    """
    if not isinstance(name, str):
        raise ArgumentError(f"expected a technique or its name, found {short_repr(name)}")
    names: dict[str, tuple[str, Technique]] = {}
    for technique in (*TECHNIQUES, *EXTRA):
        for known in (technique.name, *technique.aliases):
            names.setdefault(_plain(known), (known, technique))
    key = _plain(name)[:_MAX_NAME_LENGTH]
    if key in names and len(name) <= _MAX_NAME_LENGTH:
        return names[key][1]
    near = [known for known in names if key and key in known]
    from difflib import get_close_matches  # slow to import, and needed only after a mistake

    near += [known for known in get_close_matches(key, names) if known not in near]
    maybe = f"; did you mean {_one_of([names[known][0] for known in near[:_MAX_SUGGESTIONS]])}?" if near else _WHERE
    raise ArgumentError(f"expected the name of a technique, found {short_repr(name)}{maybe}")


def _plain(text: str) -> str:
    return "".join(filter(str.isalnum, text.lower()))


def _one_of(names: Sequence[str]) -> str:
    *others, last = dict.fromkeys(names)
    return f"{', '.join(others)} or {last}" if others else last
