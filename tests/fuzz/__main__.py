"""``python -m tests.fuzz --count 1000000 --jobs 2``: hours of what the test does for seconds."""

import sys

from tests.fuzz.run import main

if __name__ == "__main__":
    sys.exit(main())
