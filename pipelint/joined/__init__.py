"""The code of many modules in few files: a wheel has it beside the modules, as one file is found and read sooner than hundreds."""
