"""The machinery of generated histories: draws, knobs, plots and the director that plays them."""
