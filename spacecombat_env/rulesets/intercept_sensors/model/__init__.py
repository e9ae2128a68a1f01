"""Game model: kinds and sizes, records, tables, dice, actions and decisions."""

from spacecombat_env.core.kernels.steps import *

from .action_space import *
from .actions import *
from .constants import *
from .decisions import *
from .dice import *
from .events import *
from .knowledge_levels import *
from .printed import *
from .state import *
from .switches import *
from .tables import *
