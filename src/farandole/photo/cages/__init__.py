"""Killers: the borders of cages, the totals in their corners, and the cages that both make together."""
