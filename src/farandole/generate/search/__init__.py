"""The search for a puzzle: full grids, givens that go, steps towards what is wanted."""
