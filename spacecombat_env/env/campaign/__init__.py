"""Campaigns of Interceptor as environments: decisions of a side, battles, observation, AEC."""
