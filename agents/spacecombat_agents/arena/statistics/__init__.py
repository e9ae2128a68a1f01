"""Statistics of paired games: intervals, paired differences, power, sequential tests."""
