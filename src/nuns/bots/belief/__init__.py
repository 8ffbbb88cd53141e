"""What a seat may believe of the novices: an exact filter over their dots, keys, wishes and cards."""

from nuns.bots.belief.filter import Belief
from nuns.bots.belief.motion_model import MOTION, Motion
from nuns.bots.belief.track import Impossible

__all__ = ["MOTION", "Belief", "Impossible", "Motion"]
