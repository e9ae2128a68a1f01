"""The model: kinds and sizes, records, tables, cards, actions and decisions."""

from spacecombat_env.core.kernels.steps import *

from .action_space import *
from .actions import *
from .constants.categories import *
from .constants.log import *
from .constants.sizes import *
from .constants.turn import *
from .craft import *
from .crew import *
from .decisions import *
from .event_contacts import *
from .knowledge_levels import *
from .missions import *
from .piece_records import *
from .players import *
from .printed import *
from .random_streams import *
from .referee import *
from .state import *
from .switches import *
from .tables import *
from .tasks import *
from .turn_records import *
