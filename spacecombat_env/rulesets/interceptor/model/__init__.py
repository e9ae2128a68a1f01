"""Game model shared by all chapters: names, sizes, records, tables, actions."""

from spacecombat_env.core.kernels.steps import *

from .action_space import *
from .actions import *
from .constants.categories import *
from .constants.log import *
from .constants.planets import *
from .constants.sizes import *
from .constants.turn import *
from .constants.weapons import *
from .craft import *
from .dealing import *
from .decisions import *
from .dice import *
from .geometry import *
from .knowledge_levels import *
from .piece_records import *
from .power.allotment import *
from .power.linked import *
from .power.supply import *
from .printed import *
from .printed.sheets import *
from .printed.ship_records import *
from .printed.tables import *
from .progress import *
from .racks import *
from .random_streams import *
from .ships import *
from .state import *
from .switches import *
from .towers import *
from .zones import *
