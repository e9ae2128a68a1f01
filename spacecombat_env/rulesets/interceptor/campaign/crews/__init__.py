"""Crews of a campaign: recruits, experience, rescue and recovery (CRW, CAM)."""
