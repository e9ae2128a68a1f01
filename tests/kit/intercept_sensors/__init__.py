"""Tables, games and walks for the tests of the sensor rules."""
