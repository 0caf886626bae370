"""What a config costs: terms of work from its stages, coefficients from measurements, and the estimate that joins them."""
