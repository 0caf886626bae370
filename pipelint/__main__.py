"""``python -m pipelint``."""

from pipelint.cli import main

if __name__ == "__main__":
    main()
