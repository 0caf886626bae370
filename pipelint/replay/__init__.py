"""A run that was made before is printed again instead: the same program and command line, and the same answers to all it asked.

An entry holds every question that a run asked of the machine (``base/disk/asked.py``), with its answer: files by a hash of their
bytes, folders by what they list, settings files that were not there. All of them are asked again before it is used, so there is
nothing that could be out of date, and no time of a file counts. What depends on more than answers is never kept. An entry is read
as data only, checked as a whole, and belongs to one build; whatever is wrong with it or its folder means that there is none.
"""
