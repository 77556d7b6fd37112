"""What drawings are put together from: figures, colors, digits, arrows, numbers at the edge, legends."""
