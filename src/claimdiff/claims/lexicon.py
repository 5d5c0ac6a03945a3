"""Closed lists of English words that the claim rules lean on, and what form of a verb a word is."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

VerbForm = Literal["be", "have", "do", "modal", "third", "base", "past", "irregular"]


def word_set(text: str) -> frozenset[str]:
    """The words of a text that stand between blanks."""
    return frozenset(text.split())


BE = word_set("is are was were be been being isn't aren't wasn't weren't 's 're")
HAVE = word_set("has have had hasn't haven't hadn't 've")
DO = word_set("does do did doesn't don't didn't")
MODALS = word_set("""
    can cannot can't could couldn't may might must mustn't shall should shouldn't will won't would wouldn't 'll 'd
""")
ADVERBS = word_set("""
    also then always never only still already automatically currently usually often sometimes even just again not
    n't therefore thus instead simply now typically generally optionally immediately permanently additionally
    therefore afterwards later first finally
""")
ADJECTIVES = word_set("""
    free open closed available unavailable unlimited optional mandatory possible public private valid invalid safe
    secure compatible ready active inactive visible hidden readable writable reversible irreversible recoverable
    exempt eligible responsible refundable
""")
PRONOUNS = word_set("it they you we i he she this these those that there one everyone everything nothing")
RELATIVES = word_set("that which who whose whom where")
SUBORDINATORS = word_set("""
    if when whenever once unless after before while because since although though where as until whereas provided
    whether so
""")
CONDITIONS = ("if", "unless", "provided that", "only if", "as long", "so long")
PREPOSITIONS = word_set("""
    in on at by for from to of with within without into onto over under during per via across through between among
    against about above below than along until since as after before inside outside near per up off out around
    besides beyond like toward towards upon despite
""")
DETERMINERS = word_set("""
    a an the this that these those its their your our my any each every all both some no another such either neither
    most many several few more
""")
NUMBER_WORDS = word_set("""
    one two three four five six seven eight nine ten eleven twelve fifteen twenty thirty forty fifty sixty seventy
    eighty ninety hundred thousand million billion unlimited
""")

_VERBS = word_set("""
    meet inquire enquire accept access act activate adapt add address adjust advance affect aggregate aim alert allocate allow alter
    analyse analyze anchor announce answer anticipate appear append apply archive arrange arrive ask assemble assess
    assign assume attach attempt audit augment authenticate authorise authorize auto-scale avoid await back balance
    batch beat become begin behave belong bid bill blacklist block book boot borrow break bring broadcast browse
    buffer build bump bundle bypass cache calculate call cancel capture carry categorize cause center certify change
    characterize charge chat check choose circumvent cite claim clamp clarify classify clean cleanse clear click
    clone close coexist collapse collect combine come command comment commit communicate compact compare compensate
    compile complement complete comply compose compress comprise compute concatenate conclude configure confirm
    conform confuse connect consider consist consolidate constitute constrain construct consult consume contact
    contain continue contribute control convert cooperate coordinate copy correct correlate correspond cost count
    cover crash crawl create credit crop curl customize cut debit debug decide declare decline decode decouple
    decrease decrement decrypt dedicate deem default define delay delete deliver demand demonstrate denote deny
    depart depend deploy deprecate derive descend describe design desire destroy detect determine develop diagnose
    dictate differ differentiate digest diminish direct disable disappear discard discover discuss dismiss dispatch
    display dispose distribute divide do document dominate double double-click download draft drag draw drive drop
    duplicate e-mail earn ease edit elect eliminate email emit employ empty enable encapsulate encode encounter
    encourage encrypt end endorse enforce engage enhance enlarge enqueue enrich enroll ensure enter enumerate equal
    erase establish estimate evaluate evolve examine exceed exchange exclude execute exhaust exhibit exist exit
    expand expect expire explain exploit explore export expose extend extract facilitate fail fall feature fetch
    fill filter finalize find finish fix fluctuate flush fold follow forbid force format forward foster frame freeze
    fulfill function gain generalize generate get give go govern grant group grow guarantee guide handle happen
    harden hash head help hide hold honor honour host hover identify ignore illustrate impact implement imply import
    impose improve include incorporate increase increment incur indent indicate inform inherit initialise initialize
    initiate inject inline insert inspect install instruct integrate intend interact intercept interpret interrupt
    introduce invalidate invest investigate invite invoice invoke involve isolate issue iterate join jump justify
    keep know label lack last launch lead learn leave let lie lift limit link list listen live load localize locate
    lock log look lose lower magnify mail maintain make manage manifest map mark match mean measure merge migrate
    minimize mint mitigate mix mock modify monitor motivate mount move multiply name navigate need negotiate
    nominate normalize notice notify oblige obscure observe obtain occur offer omit open operate optimize
    orchestrate order organize originate outline outperform output overflow overlap overlay overload override
    overrun overwrite own parse participate pass paste pause pay penalize perform permit persist phone pick pin
    place plot plug point poll pop populate port post practice preclude predict prefer prefix prepare prepend
    prescribe present preserve press presume prevail prevent print prioritize proceed process produce prohibit
    prolong promote prompt propagate propose protect provide provision proxy prune publish pull purge pursue push
    put qualify query queue quit raise rank reach react read reassign rebase reboot rebuild recalculate recall
    receive reclaim recognise recognize recommend recompute reconcile reconnect reconstruct record recover recreate
    recur redeem redeploy redesign redirect redo reduce reenter refer referee reflect refresh refund refuse
    regenerate register reinforce reinstall reinstate reiterate reject release reload relocate rely remain remedy
    remember remind remove rename render renew rent reopen reorder reorganize repair repeat rephrase replace replay
    replenish replicate report represent reproduce repurpose request requeue require rerun rescan research resemble
    resend reserve reset resize resolve respect respond restart restore restrict restructure resubmit result resume
    retain retarget retrain retrieve retrigger retry return reuse revalidate reverse revert review revise revisit
    revoke reword rewrite ride right-click rise roll rollback rotate round route run sample satisfy save say scale
    scan schedule score scrape scroll seal search secure see seek segment select sell send separate serialize serve
    set settle shape share ship shorten show shrink shut shutdown sign signal simplify simulate sit skip sleep slow
    smooth snapshot solve sort spawn speak specialize specify spend split stall stand standardize start state stay
    stop store stream strengthen stress stretch strip structure struggle subdivide submit subscribe substitute
    subtract succeed sudo suffer suggest suit summarize supersede supply support surpass survive suspend sustain
    swap swipe switch symbolize time opt sync synchronize tackle tag take tap target teach tear terminate test throttle throw
    toggle tolerate touch tour track transcode transfer transform transition transmit transpose travel traverse
    treat trigger trim truncate trust try tune tunnel turn tweak type uncover undergo underlie understand undo unify
    uninstall unlink unload unlock unpack unpublish unset unsubscribe unzip update upgrade uphold upload upsert
    upvote urge use utilize vacuum validate vary verify visit vote wait wake want warn warrant waste watch wear
    weigh welcome whitelist widen win wipe wish withdraw witness work worry wrap write yield zip
""")
# A word in this list is a verb only where what follows says so.
_ALSO_NOUNS = word_set("""
    award honor honour access account address advance alert answer attempt audit back balance batch bid bill block book break broadcast
    buffer build bump cache call capture center change charge chat check claim click clone command comment contact
    cost count cover crash crawl credit crop cut debit debug default delay design desire digest display document
    double download draft drag draw drive drop ease edit email empty end equal estimate exchange exit exploit export
    extract fall feature filter fix flush force format frame freeze function group guide hash head help host impact
    import increase increment inline interrupt invoice issue join jump label lack last launch lead lift limit link
    list load lock log look mail map mark match measure merge mix mount move name need notice offer open order
    output overflow overlay overload override pass pause pay phone pick pin place plot plug point poll port post
    practice prefix present press process prompt proxy pull push query queue raise rank reach read recall record
    refresh refund release rent repair report request research reserve reset respect result return reverse review
    rise roll rollback round route run sample save scale schedule score search segment set shape share ship show
    shutdown sign signal sleep slow snapshot sort split stall stand start state stay stop store stream stress
    stretch structure struggle substitute suit supply support swap switch sync tag tap target tear test throttle
    time touch tour track transfer transition trigger trim trust tunnel turn tweak type update upgrade upload use vacuum
    visit vote wait warrant waste watch wish witness work worry wrap yield
""")
_IRREGULAR = word_set("""
    beat became become began begun bound broke broken brought built chose chosen come cut done drawn drew driven
    drove fallen fell felt forgotten found froze frozen gave given gone got grew grown held hidden hit kept known
    laid led left lent let lost made meant met overridden overwritten paid put ran read rewritten risen rose run
    said saw seen sent set shown shut sold sought spent split spoke spoken stood stored taken taught thrown told
    took torn understood went woken won worn written wrote
""")
_DOUBLING = word_set("""
    begin bid chat clip commit crop cut drag drop forbid get let map occur permit plan plot plug prefer put recur
    refer run set ship shut sit skip split stop strip submit swap tag transmit trim unset wrap
""")


def third(verb: str) -> str:
    """The form after "it": runs, caches, retries."""
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return verb + verb[-1] + "ed" if verb in _DOUBLING else verb + "ed"


_NO_ADVERBS = word_set("family assembly anomaly monopoly italy july")
_NO_PARTICIPLES = word_set(
    "need feed seed speed bed red shed breed embed led hundred indeed weed wed fed bleed deed exceed proceed succeed"
)


@lru_cache(maxsize=1)
def _forms() -> dict[str, VerbForm]:
    forms: dict[str, VerbForm] = dict.fromkeys(_IRREGULAR, "irregular")
    for verb in sorted(_VERBS):
        forms.setdefault(_past(verb), "past")
        forms[third(verb)] = "third"
        forms[verb] = "base"
    for words, form in ((BE, "be"), (HAVE, "have"), (DO, "do"), (MODALS, "modal")):
        forms.update(dict.fromkeys(words, form))  # type: ignore[arg-type]
    return forms


@lru_cache(maxsize=1)
def _nouns() -> frozenset[str]:
    return frozenset(_ALSO_NOUNS | {third(verb) for verb in _ALSO_NOUNS})


def verb_form(word: str) -> VerbForm | None:
    """Which form of a verb the word may be; None if it is none that documentation uses as one."""
    low = word.lower().replace("’", "'")
    form = _forms().get(low)
    if form is None and "-" in low:
        prefix, _, rest = low.partition("-")
        return (
            _forms().get(rest) if prefix in ("re", "auto", "pre", "un", "co", "de", "soft", "hard", "cross") else None
        )
    return form


def is_participle(word: str) -> bool:
    """Whether the word may stand after "is" or "has": created, shown, kept."""
    low = word.lower()
    return low in _IRREGULAR or (low.endswith("ed") and low not in _NO_PARTICIPLES)


def is_adverb(word: str) -> bool:
    """Whether the word may stand before a verb without being its subject: also, never, actively."""
    low = word.lower()
    return low in ADVERBS or (low.endswith("ly") and verb_form(low) is None and low not in _NO_ADVERBS)


def may_be_noun(word: str) -> bool:
    """Whether a verb form is as often a noun: backups, requests, limits, use."""
    return word.lower() in _nouns()
