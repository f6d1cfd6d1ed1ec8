"""How alike the statements of a user's own data are, and the thresholds that follow."""

from runs.calibrate.measure import Calibration, calibrate
from runs.calibrate.propose import Tried, proposal, tried
from runs.calibrate.reading import read_events

__all__ = ["Calibration", "Tried", "calibrate", "proposal", "read_events", "tried"]
