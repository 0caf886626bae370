"""The cost model of regexes: counted work, the fit, and how it is stored."""
