from __future__ import annotations

import pytest

from claimdiff.passages.rst.configuration import of_page
from helpers.reading import reading, segments, texts

PAGE = "docs/guide/page.rst"
CONF = '''"""Sphinx."""
import acme

release = "4.2.1"
version = ".".join(release.split(".")[:2])
keeping: int = 30
rst_epilog = f"""
.. |keys| replace:: {keeping} days
.. |both| replace:: |version| and later
"""
rst_prolog = """\\
.. |name| replace:: Acme
"""
rst_prolog += "\\n.. |plan| replace:: Team plan\\n"
extlinks = {
    "issue": ("https://example.org/issues/%s", "issue #%s"),
    "pull": ("https://example.org/pull/%s", "PR "),
    "src": ("https://example.org/src/%s", None),
}
'''


def read(text: str, conf: str = CONF, path: str = "docs/conf.py") -> list[str]:
    """The texts of a page beside a configuration."""
    return texts(PAGE, text, {path: conf})


def test_pages_show_the_values_of_the_configuration() -> None:
    """Substitutions before and after every page, the version and the release stand where a page names them."""
    assert read("|name| |release| (|version|) keeps keys |keys|; |both|.\n") == [
        "Acme 4.2.1 (4.2) keeps keys 30 days; 4.2 and later."
    ]


def test_roles_for_links_show_their_caption() -> None:
    """What `extlinks` writes around the content is text; a title of its own stands instead."""
    found = read("See :issue:`12`, :pull:`7`, :issue:`the report <9>` and :src:`a.c`.\n")
    assert found == ["See issue #12, PR 7, the report and https://example.org/src/a.c."]


def test_what_the_page_defines_itself_comes_first() -> None:
    """As Sphinx has it: a page may set another value than the configuration."""
    assert read(".. |release| replace:: 5.0\n\nNow |release|.\n") == ["Now 5.0."]


def test_a_value_knows_its_line_in_the_configuration() -> None:
    """A change of the configuration is a cause with a line, also inside a long text."""
    page = "Keys live |keys|.\n\nNow |release|.\n\nBy |name|.\n"
    found = segments(PAGE, page, {"docs/conf.py": CONF})
    assert [segment.lenders for segment in found] == [
        (("docs/conf.py", 8),),
        (("docs/conf.py", 4),),
        (("docs/conf.py", 12),),
    ]


def test_the_nearest_configuration_holds() -> None:
    """A folder of its own may have one of its own, and every place that was looked at is told."""
    files = {"docs/conf.py": 'release = "1"\n', "docs/guide/conf.py": 'release = "2"\n'}
    assert texts(PAGE, "Now |release|.\n", files) == ["Now 2."]
    assert texts("docs/page.rst", "Now |release|.\n", files) == ["Now 1."]
    assert reading("docs/page.rst", "Now.\n", {}).includes == ("docs/conf.py", "conf.py")


@pytest.mark.parametrize(
    "conf",
    [
        "release = acme.__version__\n",
        'release = open("VERSION").read()\n',
        'release = __import__("os").popen("id").read()\n',
        'release = "1" * 99_000_000\n',
        'release = "{:>99999999}".format(1)\n',
        'release = "%99999999d" % 1\n',
        "release = [][3]\n",
        'release = "a".split("")[0]\n',
        "release = (\n",
        "release = " + "(" * 5_000 + "\n",
        "release = 'a' " + "+ 'a' " * 5_000 + "\n",
        "\0",
        "release = '\\d'[9]\n",
    ],
)
def test_what_would_have_to_be_run_is_not_known(conf: str) -> None:
    """The page stays as it is written; nothing of the file is run and none of its faults ends the reading."""
    assert read("Now |release|.\n", conf) == ["Now |release|."]


def test_values_are_made_of_others() -> None:
    """Texts that are put together of known ones are known as well."""
    conf = (
        'parts = ("2", "7")\n'
        'try:\n    base = "%s.%s" % parts\nexcept KeyError:\n    base = ""\n'
        'rst_epilog = "\\n".join([".. |a| replace:: %(base)s" % {"base": base}, ".. |b| replace:: " + base.rpartition(".")[2]])\n'
    )
    assert read("|a| and |b|.\n", conf) == ["2.7 and 7."]


def test_a_page_without_a_tree_has_no_configuration() -> None:
    """A passage from elsewhere is read by itself."""
    assert of_page(PAGE, None).values == {}
