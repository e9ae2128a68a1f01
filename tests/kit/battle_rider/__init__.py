"""Tables, scenes and walks for the tests of Battle Rider."""
