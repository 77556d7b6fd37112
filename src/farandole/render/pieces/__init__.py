"""The parts of drawings: figures, inks, digits, arrows, fonts, frames, legends."""
