"""From measurements of the real engines to cost models. Needs numpy and scipy (the ``calibrate`` extra)."""
