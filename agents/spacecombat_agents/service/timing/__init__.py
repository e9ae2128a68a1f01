"""Time in the service: clocks of people, timers, the time grid."""
