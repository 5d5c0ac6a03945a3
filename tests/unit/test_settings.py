from __future__ import annotations

from pathlib import Path

import pytest

from claimdiff import settings
from claimdiff.errors import FileProblems, UsageError
from claimdiff.settings import (
    Bm25Retriever,
    ClaudeExtractor,
    ClaudeJudge,
    CommandGenerator,
    HttpRetriever,
    LexicalJudge,
    PromptFile,
    RecordedGenerator,
    RulesExtractor,
    Settings,
)


def load(text: str, folder: Path) -> Settings:
    """The settings of a config that would stand in the folder."""
    return settings.load(folder / "claimdiff.yml", text=text)


def problems(text: str, folder: Path) -> list[str]:
    """What is told about a config, without the folder in front."""
    with pytest.raises(FileProblems) as caught:
        load(text, folder)
    return [str(problem).replace(f"{folder.as_posix()}/", "") for problem in caught.value.problems]


def test_every_key_has_a_default(tmp_path: Path) -> None:
    """A config that says nothing is the embedded default: recorded answers, offline judge, no newly unsupported claim."""
    read = load("{}", tmp_path)
    assert (read.name, read.root, read.docs, read.prompts, read.language) == ("docs", ".", ("docs/**/*.md",), (), "en")
    assert (read.golden_set, read.baseline) == ("golden_set/questions.yml", "golden_set/baseline")
    assert read.retriever == Bm25Retriever(passages=4, sees="checkout", embed=False)
    assert (read.generator, read.extractor, read.judge) == (
        RecordedGenerator(),
        RulesExtractor(),
        LexicalJudge(confirm=0),
    )
    assert (read.gate.max_newly_unsupported, read.gate.outdated, read.gate.max_lost, read.gate.on_incomplete) == (
        0,
        "fail",
        None,
        "fail",
    )
    assert (read.limits.max_usd, read.limits.max_tokens, read.limits.concurrency, read.limits.timeout_s) == (
        1.0,
        None,
        8,
        60.0,
    )


def test_every_key_of_the_contract_is_read(tmp_path: Path) -> None:
    """All keys and spellings of the settings file are taken."""
    read = load(
        """
name: api-docs
root: .
docs: ["docs/**/*.md", "!docs/internal/**"]
prompts: [{path: prompts/answer.md, format: mustache, variables: {query: question}}, "src/**/*.py"]
golden_set: qa/set.yml
language: no
readers: {notebook_outputs: yes}
retriever: {use: http, url: "https://search.example.org/q", headers: {Authorization: "env:CLAIMDIFF_TOKEN"}, sees: merged, passages: 6}
generator: {use: command, command: "python answer.py --fast"}
extractor: {use: rules}
judge: {use: claude, model: claude-haiku-4-5, provider: bedrock, entailment: explicit, confirm: 4}
gate: {max_newly_unsupported: {docs: 0, prompt: 3}, outdated: warn, max_lost: 2, max_retrieval_misses: 1, min_faithfulness: 0.9, max_drop: .05, on_incomplete: neutral}
limits: {max_usd: null, max_tokens: 200000, concurrency: 2, timeout_s: 1.5}
""",
        tmp_path,
    )
    assert (read.name, read.language, read.baseline) == ("api-docs", "no", "qa/baseline")
    assert read.prompts == (
        PromptFile(path="prompts/answer.md", format="mustache", variables={"query": "question"}),
        PromptFile(path="src/**/*.py"),
    )
    assert isinstance(read.retriever, HttpRetriever)
    assert read.retriever.headers == {"Authorization": "env:CLAIMDIFF_TOKEN"}
    assert read.generator == CommandGenerator(use="command", command="python answer.py --fast")
    assert read.judge == ClaudeJudge(use="claude", provider="bedrock", entailment="explicit", confirm=4)
    assert read.gate.max_newly_unsupported == {"docs": 0, "prompt": 3}
    assert (read.gate.min_faithfulness, read.gate.max_drop, read.readers.notebook_outputs) == (0.9, 0.05, True)
    assert (read.limits.max_usd, read.limits.timeout_s) == (None, 1.5)


def test_the_extractor_follows_the_judge(tmp_path: Path) -> None:
    """A model that judges also extracts, by the same model and provider, unless the config says otherwise."""
    judge = "judge: {use: claude, model: claude-haiku-5-5, provider: vertex}\n"
    assert load(judge, tmp_path).extractor == ClaudeExtractor(use="claude", model="claude-haiku-5-5", provider="vertex")
    assert load(judge + "extractor: {use: rules}", tmp_path).extractor == RulesExtractor()
    assert isinstance(load(judge, tmp_path).judge, ClaudeJudge)
    assert load(judge, tmp_path).judge.confirm == 2


def test_empty_sections_mean_their_defaults(tmp_path: Path) -> None:
    """A section whose keys are all commented out is no error."""
    assert load(
        "gate:\nlimits:\n  # max_usd: 2\nprompts:\nretriever: {passages: 6}\n", tmp_path
    ).retriever == Bm25Retriever(passages=6)


def test_every_problem_is_told_at_once(tmp_path: Path) -> None:
    """Each problem names line, key, what was found, what is allowed and what was probably meant, in the order of the lines."""
    text = """\
name: my docs
docs: docs/**
promts: [a.md]
judge: {use: lexcal}
generator: {use: command}
retriever: {passages: "3", embed: maybe, foo: 1}
gate: {max_newly_unsupported: {docs: -1, dosc: 2}, outdated: fial, max_drop: 2}
limits: {concurrency: two, timeout_s: 0}
"""
    assert problems(text, tmp_path) == [
        'claimdiff.yml:1: name: letters (A-Z, a-z), digits, . _ and - are expected (at most 64), found the text "my docs"',
        'claimdiff.yml:2: docs: a list is expected, found the text "docs/**"\n    → write [docs/**]',
        (
            "claimdiff.yml:3: promts: unknown key; allowed are name, root, docs, prompts, golden_set, baseline, language, readers, "
            "retriever, generator, extractor, judge, gate, limits\n    → did you mean prompts?"
        ),
        'claimdiff.yml:4: judge.use: one of lexical, claude is expected, found the text "lexcal"\n    → did you mean lexical?',
        "claimdiff.yml:5: generator.command: this key is needed and is not there",
        'claimdiff.yml:6: retriever.passages: a whole number is expected, found the text "3"\n    → write it without quotes',
        'claimdiff.yml:6: retriever.embed: true or false is expected, found the text "maybe"',
        "claimdiff.yml:6: retriever.foo: unknown key; allowed are passages, sees, use, embed",
        "claimdiff.yml:7: gate.max_newly_unsupported.docs: at least 0 is expected, found the number -1",
        (
            "claimdiff.yml:7: gate.max_newly_unsupported.dosc: unknown key; allowed are docs, retrieval, prompt, generation\n"
            "    → did you mean docs?"
        ),
        'claimdiff.yml:7: gate.outdated: one of fail, warn is expected, found the text "fial"\n    → did you mean fail?',
        "claimdiff.yml:7: gate.max_drop: at most 1 is expected, found the number 2",
        'claimdiff.yml:8: limits.concurrency: a whole number is expected, found the text "two"',
        "claimdiff.yml:8: limits.timeout_s: more than 0 is expected, found the number 0",
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("docs: []", "docs: at least one entry is needed, found an empty list"),
        ('docs: ["!a/**"]', "docs: every glob begins with !"),
        ("docs: [../docs/**]", "docs[0]: a path inside root is expected"),
        ("golden_set: /etc/passwd", "golden_set: a path relative to root is expected"),
        ('golden_set: "qa\\\\set.yml"', "golden_set: a path with / is expected"),
        ("baseline: C:/baseline", "baseline: a path relative to root is expected"),
        ("judge: {confirm: 3}", "judge.confirm: an even number is expected (0, 2, 4, …), found the number 3"),
        ("judge: lexical", 'judge: a mapping with the key use is expected, found the text "lexical"'),
        ("language: klingon", "language: auto or a language code such as en, de, pt-BR is expected"),
        (
            "prompts: [a.md, {path: b.md, format: jinja2}]",
            'prompts: only the first prompt is rendered; "b.md" is watched',
        ),
        ("prompts: [{path: a.md, variables: {q: questions}}]", "one of question, passages, context is expected"),
        ("generator: {use: python, function: answer}", "generator.function: package.module:function is expected"),
        (
            "generator: {use: claude, provider: azure}",
            "generator.provider: one of anthropic, bedrock, vertex is expected",
        ),
        ("retriever: {use: http, url: ftp://x}", "retriever.url: a URL with http:// or https:// is expected"),
        (
            "retriever: {use: http, url: 'https://u:p@x.example'}",
            "retriever.url: the URL holds a user name or password",
        ),
        ("gate: {min_faithfulness: .nan}", 'gate.min_faithfulness: a number is expected, found the text ".nan"'),
        ("gate: {max_newly_unsupported: true}", "gate.max_newly_unsupported: a whole number is expected, found true"),
        ("limits: {max_usd: 1_000}", 'limits.max_usd: a number is expected, found the text "1_000"'),
        ("readers: {notebook_outputs: 1}", "readers.notebook_outputs: true or false is expected, found the number 1"),
        ('readers: {notebook_outputs: "true"}', "write it without quotes"),
        ("[a]", "claimdiff.yml:1: a mapping is expected, found a list of 1"),
        ("", "claimdiff.yml:1: the file is empty"),
    ],
)
def test_what_is_not_allowed_says_what_is(text: str, says: str, tmp_path: Path) -> None:
    """One wrong value gives one message with what is expected there."""
    [problem] = problems(text, tmp_path)
    assert says in problem


@pytest.mark.parametrize(
    "value",
    [
        "env:HOME",
        "env:ANTHROPIC_API_KEY",
        "Bearer env:CLAIMDIFF_TOKEN",
        "${CLAIMDIFF_TOKEN}",
        "s3cret env:CLAIMDIFF_X",
        "env:CLAIMDIFF_",
    ],
)
def test_headers_read_nothing_but_our_own_variables(value: str, tmp_path: Path) -> None:
    """No config can send another variable of the environment anywhere."""
    text = f'retriever: {{use: http, url: "https://x.example", headers: {{Authorization: "{value}"}}}}'
    [problem] = problems(text, tmp_path)
    assert 'only "env:CLAIMDIFF_…" is read, alone and whole' in problem
    assert "s3cret" not in problem


def test_a_missing_config_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a config the message names the file and the command that writes one."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match=r"there is no config file claimdiff\.yml") as caught:
        settings.load(Path("claimdiff.yml"))
    assert caught.value.hint is not None
    assert "claimdiff init" in caught.value.hint
    with pytest.raises(UsageError, match=r"is a folder, not a config file"):
        settings.load(tmp_path)


def test_root_is_a_folder_of_the_repository(tmp_path: Path) -> None:
    """`root` may lie above the config, but not outside the repository, and it must be there."""
    (tmp_path / "repo/.git").mkdir(parents=True)
    (tmp_path / "repo/tools").mkdir()
    folder = tmp_path / "repo/tools"
    read = load("root: ..", folder)
    assert read.root_dir == tmp_path / "repo"
    assert read.prefix(tmp_path / "repo") == ""
    assert "a folder inside the repository" in problems("root: ../..", folder)[0]
    assert "a folder inside the repository" in problems("root: /", folder)[0]
    assert "there is no folder" in problems("root: gone", folder)[0]


def test_paths_are_told_relative_to_the_repository(tmp_path: Path) -> None:
    """Paths of a config in a sub-folder are found in the repository's trees."""
    (tmp_path / "repo/bots/docs").mkdir(parents=True)
    read = load("golden_set: qa/set.yml", tmp_path / "repo/bots")
    assert read.prefix(tmp_path / "repo") == "bots"
    assert read.in_repository(read.golden_set, tmp_path / "repo") == "bots/qa/set.yml"
    with pytest.raises(UsageError, match="is outside the repository"):
        read.prefix(tmp_path / "elsewhere")


def test_globs_with_a_comma_between_them_are_several() -> None:
    """A list of globs that was written as one string is read as the list."""
    read = settings.load(Path("claimdiff.yml"), text='docs: ["docs/**/*.rst, docs/**/*.md", "!docs/old.md"]\n')
    assert read.docs == ("docs/**/*.rst", "docs/**/*.md", "!docs/old.md")
