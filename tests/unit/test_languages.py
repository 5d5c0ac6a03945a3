"""Pages, questions and claims in German, French, Spanish, Japanese and Chinese."""

from __future__ import annotations

import pytest

from claimdiff.judging import lexical
from claimdiff.passages import read_page
from claimdiff.retrieval.bm25 import Index
from claimdiff.text.anchors import anchors, hard_keys
from claimdiff.text.sentences import sentence_spans

PAGES = {
    "de": (
        "# Sperren\n\nEine Sperre endet nach 20 Minuten.\n\n# Preise\n\nDas Archiv kostet 1.250,50 Euro im Jahr.\n\n"
        "# Siegel\n\nEin Siegel kann nicht gelöst werden.\n\n# Türen\n\nDie Grenze liegt bei 1.500 Türen.\n"
    ),
    "fr": (
        "# Verrous\n\nUn verrou expire après 20 minutes.\n\n# Prix\n\nL'archive coûte 1 250,50 euros par an.\n\n"
        "# Sceaux\n\nUn sceau ne peut pas être brisé.\n"
    ),
    "es": (
        "# Bloqueos\n\nUn bloqueo termina tras 20 minutos.\n\n# Precios\n\nEl archivo cuesta 1.250,50 euros al año.\n\n"
        "# Sellos\n\nUn sello no se puede romper.\n"
    ),
    "ja": (
        "# ロック\n\nロックは20分で切れます。\n\n# 料金\n\n保管庫は月額2,500円です。\n\n# 扉\n\n扉の上限は40個です。\n"
    ),
    "zh": "# 锁定\n\n锁定在20分钟后结束。\n\n# 价格\n\n档案库每月25美元。\n\n# 印章\n\n印章无法拆除。\n",
}
QUESTIONS = {
    "de": ("Wann endet eine Sperre?", "Sperren"),
    "fr": ("Quand un verrou expire-t-il ?", "Verrous"),
    "es": ("¿Cuándo termina un bloqueo?", "Bloqueos"),
    "ja": ("ロックはいつ切れますか？", "ロック"),
    "zh": ("锁定什么时候结束？", "锁定"),
}


@pytest.mark.parametrize("language", sorted(PAGES))
def test_found(language: str) -> None:
    """A question finds the section that answers it."""
    question, heading = QUESTIONS[language]
    index = Index.build(read_page("a.md", PAGES[language].encode()).passages, language=language)

    assert index.search(question, 1)[0].passage.heading == (heading,)


CLAIMS: dict[str, list[tuple[str, str]]] = {
    "de": [
        ("Eine Sperre endet nach 20 Minuten.", "supported"),
        ("Eine Sperre endet nach 25 Minuten.", "contradicted"),
        ("Eine Sperre endet nach 20 Stunden.", "contradicted"),
        ("Das Archiv kostet 1250,50 Euro im Jahr.", "supported"),
        ("Das Archiv kostet 1.350,50 Euro im Jahr.", "contradicted"),
        ("Ein Siegel kann gelöst werden.", "contradicted"),
        ("Die Grenze liegt bei 1500 Türen.", "supported"),
    ],
    "fr": [
        ("Un verrou expire après 20 minutes.", "supported"),
        ("Un verrou expire après 20 heures.", "contradicted"),
        ("L'archive coûte 1250,50 euros par an.", "supported"),
        ("L'archive coûte 1 350,50 euros par an.", "contradicted"),
        ("Un sceau peut être brisé.", "contradicted"),
    ],
    "es": [
        ("Un bloqueo termina tras 20 minutos.", "supported"),
        ("Un bloqueo termina tras 20 horas.", "contradicted"),
        ("El archivo cuesta 1250,50 euros al año.", "supported"),
        ("El archivo cuesta 1.350,50 euros al año.", "contradicted"),
        ("Un sello se puede romper.", "contradicted"),
    ],
    "ja": [
        ("ロックは20分で切れます。", "supported"),
        ("ロックは25分で切れます。", "contradicted"),
        ("ロックは20秒で切れます。", "contradicted"),
        ("保管庫は月額2500円です。", "supported"),
        ("保管庫は月額3,500円です。", "contradicted"),
        ("扉の上限は50個です。", "contradicted"),
    ],
    "zh": [
        ("锁定在20分钟后结束。", "supported"),
        ("锁定在25分钟后结束。", "contradicted"),
        ("锁定在20秒后结束。", "contradicted"),
        ("档案库每月25美元。", "supported"),
        ("档案库每月35美元。", "contradicted"),
    ],
}
ROWS = [(language, claim, verdict) for language, rows in CLAIMS.items() for claim, verdict in rows]


@pytest.mark.parametrize(("language", "claim", "verdict"), ROWS, ids=[f"{row[0]}-{row[1]}" for row in ROWS])
def test_judged(language: str, claim: str, verdict: str) -> None:
    """A sentence of the page is supported; another value, unit or a denial contradicts it."""
    found = lexical.judge(claim, read_page("a.md", PAGES[language].encode()).passages)

    assert found.verdict == verdict


EQUAL = [
    ("30 days", "30 Tage"),
    ("30 days", "30 jours"),
    ("30 days", "30 días"),
    ("30 days", "30日間"),
    ("30 days", "30天"),
    ("2 hours", "2時間"),
    ("2 hours", "2小时"),
    ("5 minutes", "5分"),
    ("5 minutes", "5分钟"),
    ("25%", "25 Prozent"),
    ("25%", "25 por ciento"),
    ("25%", "25％"),
    ("10000", "1万"),
    ("3.5 GB", "3,5 GB"),
    ("at least 8", "mindestens 8"),
    ("at least 8", "8以上"),
    ("at most 8", "最多8"),
    ("at most 8", "au plus 8"),
    ("December 24, 2025", "24. Dezember 2025"),
    ("December 24, 2025", "24 de diciembre de 2025"),
    ("December 24, 2025", "2025年12月24日"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_equal_values(one: str, other: str) -> None:
    """A value is the same in every language: 30 days are 30 Tage."""
    assert hard_keys(one) == hard_keys(other) != frozenset()


DENIED = [
    "Der Raum ist nicht offen.",
    "Es gibt keine Tür.",
    "La porte n'est pas ouverte.",
    "La porte ne s'ouvre jamais.",
    "La puerta no está abierta.",
    "扉は開いていません。",
    "扉は開かない。",
    "门没有打开。",
    "门不开。",
]
STATED = [
    "Der Raum ist offen.",
    "Die Grenze ist nicht mehr als 5 Türen.",
    "La porte est ouverte.",
    "La puerta está abierta.",
    "扉は開いています。",
    "扉を閉めなければなりません。",
    "扉が開くかもしれません。",
    "两扇门不同。",
    "The text is set in a sans serif face.",
]


@pytest.mark.parametrize(("text", "denied"), [*((text, True) for text in DENIED), *((text, False) for text in STATED)])
def test_denial(text: str, denied: bool) -> None:
    """A sentence is denied by the words of its own language, and by none that only look like one."""
    assert anchors(text).polarity is denied


MODES = [
    ("Sie müssen es signieren.", {"must"}),
    ("Il peut être signé.", {"can"}),
    ("Debe firmarse.", {"must"}),
    ("署名が必須です。", {"must"}),
    ("可以签名。", {"can"}),
]


@pytest.mark.parametrize(("text", "expected"), MODES)
def test_modality(text: str, expected: set[str]) -> None:
    """What has to be and what may be is told apart."""
    assert {item.value for item in anchors(text).modality} == expected


SPLIT = [
    ("Das gilt z. B. für Pro. Am 3. Mai endet es.", 2),
    ("C'est vrai ! Et après ? Oui.", 3),
    ("¿Cuánto cuesta? Cuesta 5 euros. ¡Gracias!", 3),
    ("扉です。5分待ちます。", 2),
    ("「はい。」と言う。終わり。", 2),
    ("等5分钟！好吗？是的。", 3),
]


@pytest.mark.parametrize(("text", "number"), SPLIT)
def test_split(text: str, number: int) -> None:
    """Sentences end where they end in their language."""
    assert len(sentence_spans(text)) == number


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("封印は二つの箱で共有できます。", "封印は二つの箱で共有できません。"),
        ("封印は二つの箱で共有できません。", "封印は二つの箱で共有できます。"),
        ("箱には封印が必要です。", "箱には封印は必要ありません。"),
        ("印章可以在两个箱子之间共享。", "印章不可以在两个箱子之间共享。"),
        ("每个箱子都需要印章。", "每个箱子都无需印章。"),
        ("Öffnen Sie die Kisten nach dem Umzug.", "Öffnen Sie die Kisten nach dem Umzug nicht."),
        ("Kisten dürfen nicht gestapelt werden.", "Kisten dürfen gestapelt werden."),
        ("Une caisse peut porter deux sceaux.", "Une caisse ne peut pas porter deux sceaux."),
        ("La caja puede llevar dos sellos.", "La caja no puede llevar dos sellos."),
    ],
)
def test_a_denial_at_any_place_of_the_sentence_takes_the_support_away(claim: str, page: str) -> None:
    """A verb that is denied at its end, or at the end of the sentence, says the opposite all the same."""
    assert lexical.judge(page, read_page("a.md", page.encode()).passages, weighed=False).verdict == "supported"
    found = lexical.judge(claim, read_page("a.md", page.encode()).passages, weighed=False)
    assert found.verdict in {"contradicted", "unverifiable"}, found.reason


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("封印は共有できます。", "封印は共有できますが、削除できません。"),
        ("印章可以共享。", "印章可以共享，但不能删除。"),
        ("Kisten können gestapelt werden.", "Kisten können gestapelt werden, aber nicht gekippt."),
        ("Une caisse peut être ouverte.", "Une caisse peut être ouverte, mais ne peut pas être vidée."),
        ("箱に封印を付けなければなりません。", "送る前に箱に封印を付けなければなりません。"),
    ],
)
def test_a_denial_in_another_clause_is_about_something_else(claim: str, page: str) -> None:
    """What the next clause denies leaves the first one as it is, and a doubled denial is none."""
    assert lexical.judge(claim, read_page("a.md", page.encode()).passages, weighed=False).verdict == "supported"


@pytest.mark.parametrize(
    ("option", "duty"),
    [
        ("You may attach a seal to each crate.", "You must attach a seal to each crate."),
        ("Sie können jede Kiste versiegeln.", "Sie müssen jede Kiste versiegeln."),
        ("Une caisse peut porter un sceau.", "Une caisse doit porter un sceau."),
        ("La caja puede llevar un sello.", "La caja debe llevar un sello."),
        ("箱に封印を付けることができます。", "箱に封印を付けなければなりません。"),
        ("箱には封印が任意です。", "箱には封印が必須です。"),
        ("每个箱子可以有一个印章。", "每个箱子必须有一个印章。"),
        ("Les sceaux sont facultatifs pour chaque caisse.", "Les sceaux sont obligatoires pour chaque caisse."),
    ],
)
def test_an_option_is_no_duty_and_a_duty_no_option(option: str, duty: str) -> None:
    """Neither supports the other, in any of the languages; each supports itself."""
    for claim, page in ((option, duty), (duty, option)):
        passages = read_page("a.md", page.encode()).passages
        assert lexical.judge(page, passages, weighed=False).verdict == "supported"
        found = lexical.judge(claim, passages, weighed=False)
        assert found.verdict != "supported", found.reason


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        ("Den Deckel sollten Sie nicht kleben.", "Kleben Sie den Deckel nicht."),
        ("Die Kiste ist nicht verplombt.", "Verplombt wird die Kiste nicht."),
        ("蓋は接着すべきではありません。", "蓋は接着しないでください。"),
        ("箱の上限は40個です。", "箱の上限を40個に設定しています。"),
        ("Le code du sceau est 7.", "Sceau : le code vaut 7."),
        ("盖子不应该粘合。", "请不要粘合盖子。"),
    ],
)
def test_other_endings_and_small_words_say_the_same(claim: str, page: str) -> None:
    """Kana of endings, articles and auxiliary verbs name nothing; a denial may stand before or behind its verb."""
    found = lexical.judge(claim, read_page("a.md", page.encode()).passages, weighed=False)
    assert found.verdict == "supported", found.reason


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "Ningún sello se puede mover si la caja está cerrada.",
            "Cualquier sello se puede mover si la caja está cerrada.",
        ),
        ("蓋は接着すべきではありません。", "蓋は接着すべきです。"),
        ("盖子不应该粘合。", "盖子应该粘合。"),
    ],
)
def test_a_denial_that_went_takes_the_support_away(claim: str, page: str) -> None:
    """The same words without the denial say the opposite."""
    found = lexical.judge(claim, read_page("a.md", page.encode()).passages, weighed=False)
    assert found.verdict in {"contradicted", "unverifiable"}, found.reason


@pytest.mark.parametrize(
    ("claim", "page"),
    [
        (
            "Si la caisse est fermée, le sceau ne peut pas être ôté.",
            "Aucun sceau ne peut être ôté si la caisse est fermée.",
        ),
        (
            "Si la caja está cerrada, el sello no se puede quitar.",
            "Ningún sello se puede quitar si la caja está cerrada.",
        ),
        ("No se puede quitar ningún sello.", "Ningún sello se puede quitar."),
    ],
)
def test_a_condition_is_a_clause_of_its_own(claim: str, page: str) -> None:
    """What is denied under a condition denies not the condition; "no … ningún" denies once."""
    found = lexical.judge(claim, read_page("a.md", page.encode()).passages, weighed=False)
    assert found.verdict == "supported", found.reason
