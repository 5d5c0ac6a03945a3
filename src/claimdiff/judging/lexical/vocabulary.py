"""General English that tells statements apart or shows them equal: synonyms, opposites, light and telling words.

Lists hold plain words; what the judge compares are their stems. Nothing here belongs to a product or a corpus.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from claimdiff.judging.lexical.irregular import IRREGULAR, regular
from claimdiff.text.words import stem

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SYNONYMS = """
remove delete erase purge discard drop strip deletion removal removed
keep retain preserve retention retaining
show display print list reveal see view
create generate make produce creation
modify alter change adjust edit tune tweak amend
choose select pick selection choice
obtain fetch retrieve get acquire
transmit send sent push deliver ship dispatch
use utilize utilise employ usage
fix repair correct
folder directory
application app
repository repo
documentation docs doc
administrator admin administrative administration
authentication auth authenticate
maximum max maximal
minimum min minimal lowest least
parameter param
variable var
environment env
argument arg
information info
colour color
precedence priority beat override outrank prevail supersede overrule
determine detect recognise recognize identify discover
put place enter insert
contain comprise include consist bundle
provide offer supply give
run execute invoke launch start
terminate stop end halt quit kill
begin start commence
lose loss lost losing
need require necessary requirement mandatory must
permit allow let permission
purchase buy bought
refuse reject deny decline
grow increase more rise raise growth
shrink decrease less reduce fall reduction lower
save store persist storage
expire expiry expiration timeout
convert transform turn
cost price charge fee pay
month monthly
day daily
week weekly
year yearly annual annually
hour hourly
automatic automatically auto
investigate examine explore look
find locate look search
listen bind
log sign login signin signon
build compile built
shutdown shut
update refresh
big large huge
small little tiny
fast quick rapid
approximately about around roughly
advise recommend suggest advice recommendation
usually generally typically normally
forever permanently indefinitely
reload reloading
return give yield respond reply
supply pass
write wrote written writing
open opening
email e-mail mail
website site
phone telephone
customer client
car automobile
movie film
kid child children
job work occupation
begin began begun
die death died dead
marry marriage married
bear born birth
win won winner victory
found establish founded establishment
person people
near close nearby
doctor physician
country nation
error failure fail
support supports supporting
wrong incorrect
config configuration
concurrent simultaneous concurrently simultaneously
restore recover recovery recoverable restorable
"""

# the first of a pair is the positive one
_OPPOSITES = """
enabled disabled
enable disable
required optional
public private
synchronous asynchronous
sync async
include exclude
included excluded
inclusive exclusive
allow forbid
allowed forbidden
allow prohibit
allow deny
allow disallow
allow prevent
permit prohibit
accept reject
supported unsupported
secure insecure
safe unsafe
available unavailable
available missing
valid invalid
possible impossible
compatible incompatible
visible hidden
stable unstable
active inactive
reversible irreversible
encrypted unencrypted
known unknown
able unable
limited unlimited
success failure
succeed fail
opened closed
connect disconnect
install uninstall
manual automatic
mutable immutable
ascending descending
online offline
present absent
true false
internal external
directly indirectly
explicit implicit
positive negative
signed unsigned
set unset
mount unmount
lock unlock
load unload
compressed uncompressed
authenticated unauthenticated
defined undefined
documented undocumented
recommend discourage
"""

# opposites that often stand side by side in one true sentence
_SOFT_OPPOSITES = """
first last
early late
earlier later
upper lower
highest lowest
maximum minimum
before after
above below
inside outside
left right
top bottom
old new
older newer
oldest newest
largest smallest
longest shortest
fastest slowest
read write
same different
win lose
rise fall
gain loss
start stop
open close
add remove
increase decrease
large small
fast slow
more less
high low
begin end
"""

_LIGHT = """
be have do include come go give mean get provide contain exist take let comprise consist use become stand cost
want like thing way case order also using used there use refer must second minute hour day week month year daily current
correspond belong perform happen occur
"""

# quantifiers are compared apart, and adverbs of that kind add no fact
_COUNTING = """
everywhere everyone everything always entire several certain generally typically normally usually currently simply
nothing nobody nowhere
"""

# what an identifier is, said beside it ("the option --x")
_TYPES = """
option flag setting variable command file parameter argument function method field property attribute key value class
directory path section entry switch environment keyword directive
"""

# how an answer speaks of the page itself ("the notebook sets", "this example calls"): it says nothing of the thing
_PAGES = "example notebook tutorial demo snippet walkthrough"
_SHOWING = (
    "show shows demonstrate demonstrates illustrate illustrates cover covers introduce introduces explain explains"
)

# what code does without a word for it: a call calls and passes, an assignment sets
_CODING = "call pass set assign define use invoke compute calculate"

# what a description of an option leaves out: "depth | Maximum depth" is what `depth` sets
_SETTING = "set control specify define determine configure describe"

_NOTES = """
deprecated deprecate deprecation obsolete withdrawn withdraw discontinued discontinue removed dropped retired
ignored ignores sunset superseded replaced legacy abandoned unmaintained
"""

_TELLING = "before after above below between only first last must"

# two neighbours (stem or stop word) that mean one word
_PHRASES = """
come with include
ship with include
sign in login
sign out logout
log in login
log out logout
sign up register
shut down shutdown
set up setup
turn on enable
turn off disable
switch on enable
switch off disable
time out expire
on by enabled
off by disabled
opt in enable
opt into enable
opt out disable
get rid remove
make sure ensure
look up find
carry out run
fall back fallback
same time concurrent
read as be
treat as be
handle as be
regard as be
count as be
interpret as be
assume to be
stand for be
"""


def _stems(words: str) -> list[str]:
    return [stem(word) for word in words.split()]


def _representatives() -> dict[str, str]:
    """Stem to the stem that stands for its class; a word in two classes belongs to the first."""
    found: dict[str, str] = {}
    for line in _SYNONYMS.strip().splitlines():
        first, *rest = _stems(line)
        head = found.get(first, first)
        for word in rest:
            found.setdefault(word, head)
        found.setdefault(first, head)
    for form, base in IRREGULAR.items():
        found[form] = found.get(base, base)
    return found


def _polar() -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for line in (_OPPOSITES.strip() + _SOFT_OPPOSITES).strip().splitlines():
        positive, negative = (SYNONYM.get(word, word) for word in _stems(line))
        if positive == negative:
            continue
        if positive in found:
            head, sign = found[positive]
            found.setdefault(negative, (head, -sign))
        elif negative in found:
            head, sign = found[negative]
            found[positive] = (head, -sign)
        else:
            found[positive] = (positive, 1)
            found[negative] = (positive, -1)
    return found


SYNONYM: Mapping[str, str] = MappingProxyType(_representatives())
OPPOSITE: Mapping[str, tuple[str, int]] = MappingProxyType(_polar())
SOFT = frozenset(OPPOSITE[SYNONYM.get(word, word)][0] for word in _stems(_SOFT_OPPOSITES))
POLAR = frozenset(OPPOSITE[SYNONYM.get(word, word)][0] for word in _stems(_OPPOSITES)) - SOFT
LIGHT = frozenset(SYNONYM.get(word, word) for word in _stems(_LIGHT))
OPPOSED = POLAR | SOFT
# never lent by a neighbouring sentence
DECISIVE = frozenset(_stems(_TELLING + " default current preview beta experimental stable"))
COUNTING = frozenset(_COUNTING.split())
TYPES = frozenset(SYNONYM.get(word, word) for word in _stems(_TYPES))
SETTING = frozenset(SYNONYM.get(word, word) for word in _stems(_SETTING))
PAGES = tuple(_PAGES.split())
SHOWING = tuple(_SHOWING.split())
CODING = frozenset(SYNONYM.get(word, word) for word in _stems(_CODING))
NOTES = frozenset(_stems(_NOTES))
# Content here, although a search index has no use for them.
TELLING = frozenset(_TELLING.split())
PHRASES: Mapping[tuple[str, str], str] = MappingProxyType(
    {(first, second): stem(meaning) for first, second, meaning in map(str.split, _PHRASES.strip().splitlines())}
)


def _kin() -> dict[str, list[str]]:
    """The stems that share a class of meaning, by the class."""
    found: dict[str, list[str]] = {}
    for word in dict.fromkeys((*SYNONYM, *SYNONYM.values(), *OPPOSITE)):
        found.setdefault(concept(word)[0], []).append(word)
    return found


def concept(word_stem: str) -> tuple[str, int]:
    """The class that a stem stands for, and -1 where it is the negative word of a pair of opposites."""
    word = SYNONYM.get(word_stem)
    if word is None:
        base = regular(word_stem)
        word = SYNONYM.get(base, base)
    return OPPOSITE.get(word, (word, 1))


KIN: Mapping[str, Sequence[str]] = MappingProxyType(_kin())
