"""The techniques, simplest first, and the searches that find them.

The order is HoDoKu's, with what killers need after the singles, for a killer begins with its cages.
"""

from __future__ import annotations

from farandole.logic import (
    als,
    als_chains,
    brute,
    cages,
    chains,
    coloring,
    deadly,
    direct,
    exocet,
    fireworks,
    forcing,
    locked,
    loops,
    oddagons,
    patterns,
    singles,
    sk_loop,
    subsets,
    sue_de_coq,
    templates,
    uniqueness,
    wings,
)
from farandole.logic.explainer import exclusion
from farandole.logic.fish import FISH
from farandole.logic.step import Find, Technique

# Some searches find several techniques, and which of them comes first is for the search to say.
GROUPS: dict[Find, tuple[Technique, ...]] = {
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
}

SEARCHES: tuple[Find, ...] = (
    singles.full_house,
    singles.naked_single,
    singles.hidden_single,
    cages.cage_combinations,
    cages.cage_must_hold,
    subsets.locked_pair,
    subsets.locked_triple,
    locked.pointing,
    locked.claiming,
    subsets.naked_pair,
    subsets.naked_triple,
    subsets.hidden_pair,
    subsets.hidden_triple,
    cages.rule_of_45,
    subsets.naked_quadruple,
    subsets.hidden_quadruple,
    *(FISH["", size] for size in (2, 3, 4)),
    chains.remote_pair,
    uniqueness.bug_plus_1,
    patterns.skyscraper,
    patterns.two_string_kite,
    patterns.turbot_fish,
    patterns.empty_rectangle,
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
    als.als_xz,
    als.als_xy_wing,
    als_chains.als_chain,
    *(FISH[kind, size] for kind in ("Franken", "Finned Franken") for size in (2, 3)),
    forcing.forcing_chains,
    forcing.forcing_nets,
    brute.brute_force,
)

# In the order in which they are tried.
TECHNIQUES: tuple[Technique, ...] = tuple(
    technique for search in SEARCHES for technique in ((search,) if isinstance(search, Technique) else GROUPS[search])
)

# What HoDoKu lacks, or leaves out unless asked.
EXTRA: tuple[Technique, ...] = (
    direct.direct_pointing,
    direct.direct_claiming,
    direct.direct_hidden_pair,
    direct.direct_hidden_triplet,
    patterns.dual_two_string_kite,
    patterns.dual_empty_rectangle,
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
    deadly.reverse_bug,
    deadly.bug_type_2,
    deadly.bug_type_3,
    deadly.bug_type_4,
    exclusion.aligned_pair_exclusion,
    exclusion.aligned_triplet_exclusion,
    fireworks.triple_firework,
    fireworks.quadruple_firework,
    oddagons.broken_wing,
    oddagons.bivalue_oddagon,
    als_chains.death_blossom,
    oddagons.tridagon,
    sk_loop.sk_loop,
    exocet.junior_exocet,
    exocet.senior_exocet,
    *(FISH["", size] for size in (5, 6, 7)),
    *(FISH[kind, size] for size in (5, 6, 7) for kind in ("Finned", "Sashimi")),
    *(FISH[kind, size] for kind in ("Franken", "Finned Franken") for size in (4, 5, 6, 7)),
    *(FISH[kind, size] for kind in ("Mutant", "Finned Mutant") for size in (2, 3, 4, 5, 6, 7)),
    templates.template_set,
    templates.template_delete,
)
