"""The team's own generator: a command, a Python function and an HTTP service, for real, and what happens when they fail."""

from __future__ import annotations

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import pytest

from helpers.kestrel import PAGES, config

if TYPE_CHECKING:
    from collections.abc import Iterator

    from helpers.kestrel import Kestrel, Ran

COMMAND = """\
import json, pathlib, sys
{before}
for line in sys.stdin:
    asked = json.loads(line)
    with open("asked.jsonl", "a") as file:
        file.write(line)
    answers = json.loads(pathlib.Path("answers.json").read_text())
    {each}
    print(json.dumps({{"id": asked["id"], "answer": answers.get(asked["id"], asked["passages"][0]["text"])}}), flush=True)
{after}
"""
FUNCTION = """\
import json, pathlib
def answer(id, question, passages, prompt, side):
    print("thinking about", id)
    {each}
    answers = json.loads(pathlib.Path(__file__).with_name("answers.json").read_text())
    return {{"id": id, "answer": answers.get(id, passages[0]["text"])}}
"""


def by_command(repo: Kestrel, *, before: str = "", each: str = "pass", after: str = "", **answers: str) -> None:
    """Let a program answer: the text of the first passage, or what is said here."""
    repo.write("answer.py", COMMAND.format(before=before, each=each, after=after))
    repo.write("answers.json", json.dumps(answers))
    repo.write(
        "claimdiff.yml", config(generator={"use": "command", "command": "python3 answer.py"}, limits={"timeout_s": 2})
    )


def by_function(repo: Kestrel, *, module: str, each: str = "pass", **answers: str) -> None:
    """Let a Python function answer. Modules stay imported in this process, so each test has its own."""
    repo.write(f"{module}.py", FUNCTION.format(each=each))
    repo.write("answers.json", json.dumps(answers))
    repo.write("claimdiff.yml", config(generator={"use": "python", "function": f"{module}:answer"}))


@contextmanager
def service(
    answers: dict[str, Any], *, status: int = 200, body: bytes | None = None
) -> Iterator[tuple[str, list[Any]]]:
    """Serve answers over HTTP; the requests that came, headers among them, stand in the list."""
    seen: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
            seen.append((asked, dict(self.headers)))
            text = answers.get(asked["id"], asked["passages"][0]["text"])
            reply = body if body is not None else json.dumps({"id": asked["id"], "answer": text}).encode()
            self.send_response(status)
            if status in (301, 302, 307):
                self.send_header("location", "/elsewhere")
            self.send_header("content-length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/answer", seen
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def failed(done: Ran, *ids: str) -> None:
    """The run could not be completed: exit 4, conclusion and states say error, with a reason for each question."""
    assert (done.code, done.report["conclusion"]) == (4, "error"), done.err
    for id_ in ids:
        item = done.question(id_)
        assert (item["status"], item["state"]) == ("error", "error")
        assert item["why"]
        assert item["faithfulness"] is None


class TestCommand:
    """`{use: command}`."""

    def test_faithful_answers(self, repo: Kestrel) -> None:
        """Answers that the docs support pass; the program is started once for all questions."""
        by_command(repo, before="open('starts', 'a').write('.')")

        done = repo.check()

        assert (done.code, done.report["conclusion"], done.flagged) == (0, "pass", [])
        assert (repo.path / "starts").read_text(encoding="utf-8") == "."
        assert done.report["generator"]["use"] == "command"

    def test_what_it_gets(self, repo: Kestrel) -> None:
        """Each line holds id, question, passages with path, heading and text, the rendered prompt and the side."""
        by_command(repo)
        repo.write("prompts/answer.md.j2", "{{ question }} | {{ passages[0].text }}")
        repo.write(
            "claimdiff.yml",
            config(prompts=["prompts/answer.md.j2"], generator={"use": "command", "command": "python3 answer.py"}),
        )

        repo.check("--question", "port")

        [asked] = [json.loads(line) for line in (repo.path / "asked.jsonl").read_text(encoding="utf-8").splitlines()]
        assert asked == {
            "id": "port",
            "question": "On which port does the admin server listen?",
            "passages": [
                {"path": "docs/ports.md", "heading": "Ports", "text": "The admin server listens on port 8080."}
            ],
            "prompt": "On which port does the admin server listen? | The admin server listens on port 8080.",
            "side": "head",
        }

    def test_an_invented_claim(self, repo: Kestrel) -> None:
        """A claim that the docs do not support and that was not approved is newly unsupported, by generation."""
        by_command(repo, port="The admin server listens on port 8080. It needs a client certificate.")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert (done.code, claim["question_id"], claim["status"], claim["cause"]) == (
            1,
            "port",
            "new_unsupported",
            "generation",
        )

    def test_a_changed_prompt_is_blamed(self, repo: Kestrel) -> None:
        """Where only the prompt changed, the cause is prompt; the per-cause limits apply."""
        by_command(repo)
        settings = {"prompts": ["prompts/answer.md"], "generator": {"use": "command", "command": "python3 answer.py"}}
        repo.write("claimdiff.yml", config(**settings, gate={"max_newly_unsupported": {"prompt": 1}}))
        repo.write("prompts/answer.md", "Answer.\n")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.write("prompts/answer.md", "Answer at length.\n")
        repo.write(
            "answers.json",
            json.dumps({"port": "The admin server listens on port 8080. It needs a client certificate."}),
        )

        done = repo.check()

        assert [claim["cause"] for claim in done.report["newly_unsupported"]] == ["prompt"]
        assert done.code == 0
        repo.write("claimdiff.yml", config(**settings))
        assert repo.check().code == 1

    def test_the_new_value(self, repo: Kestrel) -> None:
        """A generator that reads the new page says the new value: changed, supported, not gated; accept stores it."""
        by_command(repo)
        repo.edit("docs/plans.md", "25 dollars", "30 dollars")

        done = repo.check()

        assert (done.code, done.statuses("price")) == (0, ["changed"])
        assert repo.accept("price").code == 0
        assert repo.baseline("price")["answer"] == "The Pro plan costs 30 dollars per month."

    def test_lost_and_removed(self, repo: Kestrel) -> None:
        """An approved claim that the answer leaves out is removed where the docs hold it, and lost where they do not."""
        by_command(repo, port="An administrator can sign in.", rate="An administrator can sign in.")
        repo.write("docs/admin.md", "# Admin\n\nAn administrator can sign in.\n")
        repo.write("docs/limits.md", "# Rate limits\n\nLimits of the gateway are described in the console.\n")

        done = repo.check()

        assert "removed" in done.statuses("port")
        assert "lost" in done.statuses("rate")

    @pytest.mark.parametrize(
        "settings",
        [
            {"after": "sys.exit(3)", "each": "sys.exit(3)"},
            {"each": "continue"},
            {"each": "print('not json', flush=True); continue"},
            {"each": "print(json.dumps({'id': asked['id'], 'answer': 7}), flush=True); continue"},
            {"each": "print(json.dumps({'id': 'other', 'answer': 'x'}), flush=True); continue"},
        ],
        ids=["ends with 3", "silent", "no JSON", "no text", "other id"],
    )
    def test_no_reply(self, repo: Kestrel, settings: dict[str, str]) -> None:
        """A program that fails or says nothing of use: exit 4, state error, and never a pass."""
        by_command(repo, **settings)

        failed(repo.check(), "price", "port")

    def test_too_slow(self, repo: Kestrel) -> None:
        """A program that hangs is ended with what it started; the replies before that count."""
        by_command(repo, before="import time", each="time.sleep(60) if asked['id'] == 'rate' else None")
        repo.edit("claimdiff.yml", "timeout_s: 2", "timeout_s: 0.6")

        done = repo.check()

        failed(done, "rate", "export")
        assert done.question("price")["status"] == "replayed"

    def test_one_of_many(self, repo: Kestrel) -> None:
        """One failed answer takes no other with it; the run is incomplete, unless that is allowed."""
        by_command(repo, each="assert asked['id'] != 'export', 'no export'")

        done = repo.check()

        failed(done, "export")
        assert done.report["totals"]["errors"] == 1
        assert "no export" in done.question("export")["why"]
        assert repo.check("--fail-on", "never").code == 0
        repo.write(
            "claimdiff.yml",
            (repo.path / "claimdiff.yml").read_text(encoding="utf-8") + "gate: {on_incomplete: neutral}\n",
        )
        assert repo.check().code == 0

    def test_a_failure_hides_no_fault(self, repo: Kestrel) -> None:
        """Fail comes before error."""
        by_command(repo, each="assert asked['id'] != 'export'", port="The admin server listens on port 7070.")

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (1, "fail")

    def test_no_such_program(self, repo: Kestrel) -> None:
        """A command that cannot be started is a configuration error that names it."""
        repo.write("claimdiff.yml", config(generator={"use": "command", "command": "no-such-program --x"}))

        done = repo.check()

        assert done.code == 2
        assert "no-such-program" in done.err

    def test_lines_with_odd_separators(self, repo: Kestrel) -> None:
        """A line separator inside an answer tears no reply apart."""
        by_command(repo, port="The admin server listens on port 8080.\u2028")
        repo.edit("answer.py", 'print(json.dumps({"id"', 'print((lambda x: json.dumps(x, ensure_ascii=False))({"id"')

        assert repo.check().question("port")["status"] == "replayed"

    def test_citations(self, repo: Kestrel) -> None:
        """`[n]` in an answer points to a passage; a claim beside a passage that does not say it is miscited."""
        repo.write("claimdiff.yml", config())
        by_command(repo, port="The admin server listens on port 8080 [1].")

        [claim] = repo.check().question("port")["claims"]

        assert claim["citation"] == "ok"


class TestFunction:
    """`{use: python}`."""

    def test_answers(self, repo: Kestrel) -> None:
        """The function gets the fields as keyword arguments; what it prints does not get into the report."""
        by_function(repo, module="kestrel_good")

        done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "pass")
        assert "thinking about" in done.err

    @pytest.mark.parametrize(
        ("module", "each", "fact"),
        [
            ("kestrel_raises", "raise ValueError('no luck')", "no luck"),
            ("kestrel_exits", "raise SystemExit(0)", "SystemExit"),
            ("kestrel_returns", "return 'text'", "str"),
        ],
    )
    def test_failures(self, repo: Kestrel, module: str, each: str, fact: str) -> None:
        """A function that raises, exits or returns something else is an error of that answer, never a pass."""
        by_function(repo, module=module, each=each)

        done = repo.check()

        failed(done, "port")
        assert fact in done.question("port")["why"]

    @pytest.mark.parametrize("function", ["kestrel_missing:answer", "json:no_such", "json:__doc__"])
    def test_no_such_function(self, repo: Kestrel, function: str) -> None:
        """A function that cannot be imported is a configuration error that names it."""
        repo.write("claimdiff.yml", config(generator={"use": "python", "function": function}))

        done = repo.check()

        assert done.code == 2
        assert function in done.err


class TestHttp:
    """`{use: http}`."""

    def test_answers(self, repo: Kestrel, monkeypatch: pytest.MonkeyPatch) -> None:
        """The same object is posted; a header from the environment is sent, and stands nowhere in the output."""
        monkeypatch.setenv("CLAIMDIFF_TOKEN", "s3cret-of-kestrel")
        with service({}) as (url, seen):
            repo.write(
                "claimdiff.yml",
                config(generator={"use": "http", "url": url, "headers": {"Authorization": "env:CLAIMDIFF_TOKEN"}}),
            )
            done = repo.check()

        assert (done.code, done.report["conclusion"]) == (0, "pass")
        assert len(seen) == 10
        asked, headers = next(item for item in seen if item[0]["id"] == "port")
        assert headers["Authorization"] == "s3cret-of-kestrel"
        assert asked["passages"][0]["text"] == PAGES["docs/ports.md"].splitlines()[2]
        assert "s3cret-of-kestrel" not in done.out + done.err

    def test_missing_variable(self, repo: Kestrel) -> None:
        """A header whose variable is not set is a configuration error that names the variable."""
        repo.write(
            "claimdiff.yml",
            config(generator={"use": "http", "url": "http://127.0.0.1:9", "headers": {"X": "env:CLAIMDIFF_NONE"}}),
        )

        done = repo.check()

        assert done.code == 2
        assert "CLAIMDIFF_NONE" in done.err

    @pytest.mark.parametrize(
        ("status", "body"),
        [
            (500, b"{}"),
            (401, b"token s3cret-of-kestrel refused"),
            (200, b"<html>"),
            (200, b"[]"),
            (200, b'{"answer": null}'),
            (302, b""),
        ],
    )
    def test_failures(self, repo: Kestrel, monkeypatch: pytest.MonkeyPatch, status: int, body: bytes) -> None:
        """An error, a redirect or a reply that is no answer: exit 4, and the token stays out of the report."""
        monkeypatch.setenv("CLAIMDIFF_TOKEN", "s3cret-of-kestrel")
        with service({}, status=status, body=body) as (url, _):
            repo.write(
                "claimdiff.yml",
                config(generator={"use": "http", "url": url, "headers": {"Authorization": "env:CLAIMDIFF_TOKEN"}}),
            )
            done = repo.check()

        failed(done, "port")
        assert "s3cret-of-kestrel" not in done.out + done.err

    def test_nobody_there(self, repo: Kestrel) -> None:
        """A service that is down is incomplete, not a pass and not our bug."""
        repo.write("claimdiff.yml", config(generator={"use": "http", "url": "http://127.0.0.1:9/answer"}))

        failed(repo.check(), "port")

    def test_offline(self, repo: Kestrel) -> None:
        """`--offline` replays recorded answers instead and calls nobody."""
        repo.write("claimdiff.yml", config(generator={"use": "http", "url": "http://127.0.0.1:9/answer"}))

        done = repo.check("--offline")

        assert (done.code, done.report["generator"]["use"]) == (0, "recorded")


class TestCompared:
    """What an answer of the team's own is compared with."""

    def test_without_a_baseline(self, repo: Kestrel) -> None:
        """Without an approved answer head's claims are judged against base's passages."""
        for name in repo.baselines():
            repo.delete(f"golden_set/baseline/{name}")
        by_command(repo, port="The admin server listens on port 8080.")
        repo.commit()
        repo.repo.git("branch", "-f", "main", "HEAD")
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        [claim] = done.report["newly_unsupported"]
        assert (claim["question_id"], claim["status"], claim["cause"]) == ("port", "regressed", "docs")

    def test_no_key(self, repo: Kestrel) -> None:
        """A config that wants Claude runs offline without a key, and says so in a finding."""
        repo.write("claimdiff.yml", config(generator={"use": "claude"}, judge={"use": "claude"}))
        repo.edit("docs/ports.md", "8080", "9090")

        done = repo.check()

        assert (done.code, done.flagged) == (1, ["port"])
        assert len(done.findings("no_key")) == 1
        assert (done.report["judge"]["use"], done.report["generator"]["use"]) == ("lexical", "recorded")
        assert repo.check("--offline").findings("no_key") == []
