"""The code of many modules in few files, which a wheel has beside the modules: one is found and read sooner than hundreds."""
