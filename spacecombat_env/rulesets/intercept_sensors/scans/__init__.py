"""Chapters SCAN, QST, SIG, SNS, TRK, PLA: scans, answers, tracks, shadows."""
