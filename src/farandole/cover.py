"""Exact cover (to be written)."""


class Cover: ...


class Event: ...


def dance(): ...
