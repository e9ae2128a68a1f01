"""Does not even read."""

import time

time.sleep(600)
