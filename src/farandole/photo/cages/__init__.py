"""Read killers: the borders of cages, the totals in their corners, and the layout that fits both."""
