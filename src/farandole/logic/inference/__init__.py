"""Inference: links, tables of consequences, derivations, contradictions, and almost locked sets."""
