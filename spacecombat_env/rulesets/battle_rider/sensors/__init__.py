"""Chapters DET, JAM, REF, SUR, XMV: sensors, detection, jamming, searching, surprise."""
