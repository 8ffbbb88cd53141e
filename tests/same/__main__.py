"""``python -m tests.same``; see ``compare``."""

import sys

from tests.same.compare import main

if __name__ == "__main__":
    sys.exit(main())
