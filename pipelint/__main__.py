"""``python -m pipelint``."""

from pipelint.cli import process

if __name__ == "__main__":
    process()
