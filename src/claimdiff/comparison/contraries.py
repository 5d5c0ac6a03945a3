"""Words that exclude each other where one stands in the place of the other: kept and deleted, merged and overwritten.

Wider than opposites: a file that was ignored and now is rejected, or now stops the build, is another fact, although
neither word is the other's opposite. That holds only in one and the same place of one and the same sentence, which is
why this list is no help to a judge of words. A word that merely differs is no sign: of 239 one-word replacements in the
history of eight projects' docs, nine in ten were other words for the same.
"""

from __future__ import annotations

from itertools import pairwise
from types import MappingProxyType
from typing import TYPE_CHECKING

from claimdiff.text.words import stem, tokens

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

# Every word left of the bar excludes every word right of it. Two words joined by "_" stand side by side.
_CONTRARIES = """
keep kept retain preserve remain stay survive | delete remove drop discard purge erase clear wipe strip trim prune lose lost truncate forget evict expire
keep kept retain preserve | overwrite overwritten replace reset
append add merge combine | overwrite overwritten replace
merge | drop discard reject
include contain cover | exclude omit skip ignore
include | remove drop strip discard
apply respect honor honour obey | ignore bypass skip disregard override overridden
accept allow permit grant approve | reject refuse deny denied forbid forbidden prohibit prevent block disallow decline ban
accept | ignore skip drop discard
ignore skip tolerate | reject refuse fail raise abort stop forbid forbidden include apply process read
warn | fail abort stop reject refuse forbid
raise throw | swallow suppress ignore
log report | swallow suppress hide hidden
retry requeue | discard drop abandon cancel
finish complete commit | revert undo undone abort cancel rollback roll_back rolled_back put_back discard
revert undo undone restore rollback roll_back rolled_back put_back | keep kept finish complete commit delete discard purge erase
succeed pass continue proceed | fail abort stop halt exit
start begin begun launch resume | stop end finish terminate pause suspend
restart | stop terminate
show shown display print reveal expose visible | hide hidden suppress conceal mask omit silence
open opened | close closed shut
close closed | reuse keep kept
parallel concurrent simultaneous | sequential serial one_by one_after
eager | lazy lazily
immediate instant | later delay eventual defer
local | remote global
copy | move link symlink
send sent | receive
read | write written
push | pull
upload | download
import | export
encode | decode
encrypt | decrypt
compress | decompress uncompress
publish | unpublish withdraw
forward relay | drop discard block strip
create | delete reuse
rebuild rebuilt recreate recompute regenerate refresh | reuse keep kept cache
increase grow | decrease reduce shrink
private internal | public shared
free | paid
soft | hard
full complete | incremental partial
stable | experimental preview beta unstable deprecate
support | deprecate
deprecate | remove
available | deprecate remove
ascending | descending
permanent | temporary
static | dynamic
strict | lenient loose relaxed
mandatory required compulsory | optional voluntary
relative | absolute
uppercase | lowercase
newest latest | oldest earliest
first | last
early earlier | late later
longest | shortest
highest | lowest
biggest largest | smallest
smaller | larger bigger greater
lower | higher
shorter | longer
slower | faster quicker
top | bottom
left | right
horizontal | vertical
above | below
inside | outside
before | after
always | never
enable activate | disable deactivate
expand | collapse
attach mount connect subscribe register install load | detach unmount disconnect unsubscribe unregister uninstall unload
parent | child children
source | target destination
sender | receiver recipient
client browser frontend | server backend
input | output
request | response
producer | consumer
singular singularization | plural pluralization
empty | full
good | bad
safe | unsafe dangerous
equal | unequal different
same identical | different new
with | without
begin_with start_with | end_with
aktiviert aktivieren eingeschaltet | deaktiviert deaktivieren ausgeschaltet
erlaubt erlauben zulässig | verboten verbieten unzulässig
immer stets | nie niemals
vor | nach
größer mehr höher länger | kleiner weniger niedriger kürzer
öffentlich | privat
activé activée activer | désactivé désactivée désactiver
autorisé autorisée permis | interdit interdite
toujours | jamais
avant | après
plus | moins
supérieur supérieure | inférieur inférieure
activado activada activar habilitado habilitada | desactivado desactivada desactivar deshabilitado deshabilitada
permitido permitida | prohibido prohibida
siempre | nunca
antes | después
mayor más superior | menor menos inferior
启用 开启 | 禁用 关闭 停用
允许 | 禁止
同步 | 异步
之前 | 之后
最大 | 最小
自动 | 手动
有効 | 無効
許可 | 禁止 拒否
以前 | 以降
自動 | 手動
"""

CHOICES = frozenset({"option", "options"})
_ADVERB = len("supply")
"""Shorter words in -ly are none made of an adjective: apply, reply."""

_LISTED = frozenset(_CONTRARIES.split())
_MAY_BE = ("able", "ible")
"""A collapsible block is an expandable one."""


def _pairs() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for line in _CONTRARIES.strip().splitlines():
        left, right = (list(map(_form, side.split())) for side in line.split("|"))
        for one in left:
            for other in right:
                found.setdefault(one, set()).add(other)
                found.setdefault(other, set()).add(one)
    return {word: frozenset(others) for word, others in found.items()}


def _form(word: str) -> str:
    return "_".join(map(_stem, word.split("_")))


def _stem(word: str) -> str:
    """The stem, of an adverb that of its adjective: immediately, immediate; an option is not the stem of "optional"."""
    if word in CHOICES:
        return word
    return stem(word.removesuffix("ly") if len(word) > _ADVERB else word)


CONTRARY: Mapping[str, frozenset[str]] = MappingProxyType(_pairs())
"""Stem → the stems that exclude it."""


def contrary(before: Sequence[str], after: Sequence[str], old: str, new: str) -> tuple[str, str] | None:
    """The word of one stretch and the one of the other that excludes it, as they stand there; None for none.

    Neither may stand anywhere in the other sentence (`old`, `new`): then the words were only put in another order.
    """
    there, here = forms(tokens(old)), forms(tokens(new))
    for one, said in forms(before).items():
        for other, now in forms(after).items():
            if other in CONTRARY.get(one, ()) and one not in here and other not in there:
                return said, now
    return None


def excluded(claim: str, word: str) -> bool:
    """Whether a word, or two side by side, exclude something that a claim says, and the claim does not say them too."""
    said = forms(tokens(claim))
    meant = forms(tokens(word))
    return not meant.keys() & said.keys() and any(not CONTRARY.get(one, frozenset()).isdisjoint(meant) for one in said)


def forms(words: Sequence[str]) -> dict[str, str]:
    """The stems of words, and of two that stand side by side, with the words; what may be done is not done."""
    plain = [word for word in words if word in _LISTED or not word.endswith(_MAY_BE)]
    pairs = {f"{_stem(one)}_{_stem(other)}": f"{one} {other}" for one, other in pairwise(plain)}
    return {_stem(word): word for word in plain} | pairs
