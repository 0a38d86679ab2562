"""Puts what was measured into docs/benchmarks.md, between its marks, and draws the plots beside it."""

import argparse
import json
import pathlib
import re

import plot

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORDS = {"create": "create", "unchanged": "no change"}

# Stacks, work, calls, seconds, megabytes.
LIMITS = [(1, "unchanged", 12, 0.35, 40), (20, "unchanged", 60, 1, None), (100, "unchanged", 150, 3, 60),
          (20, "create", 500, 7, None)]


def ratio(value, base):
    """How many times the base; the base itself is 1, and nothing is a multiple of nothing."""
    if not base:
        return ""
    times = value / base
    return f"{times:.1f}" if times < 10 else f"{times:.0f}"


def table(found):
    """One row for each contender, number of stacks and work; times are told as multiples of this project's."""
    lines = ["| stacks | work | contender | calls | most at once | time | ratio | CPU | ratio | memory |",
             "|---|---|---|---|---|---|---|---|---|---|"]
    ours = {(r["stacks"], work): r[work] for r in found["results"] if r["peer"] == "orchestrate" for work in WORDS}
    for result in found["results"]:
        for work, word in WORDS.items():
            cost, base = result[work], ours.get((result["stacks"], work), {"wall": 0, "cpu": 0})
            name = result["peer"] + ("" if work == "create" or result["silent"] else " (not silent)")
            lines.append(
                f"| {result['stacks']} | {word} | {name} | {cost['calls']:.0f} | {cost['most']:.0f} "
                f"| {cost['wall']:.2f} s | {ratio(cost['wall'], base['wall'])} | {cost['cpu']:.2f} s "
                f"| {ratio(cost['cpu'], base['cpu'])} | {cost['megabytes']:.0f} MB |")
    return "\n".join(lines)


def measured(found):
    """On what, when and how often."""
    times = lambda runs: "once" if runs == 1 else f"{runs} times"  # noqa: E731
    return (f"Measured on {found['date']} on {found['machine']}: {times(found['runs'])} each, the other contenders "
            f"{times(found['peer_runs'])}.")


def limits(found):
    """What this project is to keep, beside what it took."""
    ours = {r["stacks"]: r for r in found["results"] if r["peer"] == "orchestrate"}
    lines = ["| work | calls, limit | calls | time, limit | time | memory, limit | memory |", "|---|---|---|---|---|---|---|"]
    for stacks, work, calls, seconds, memory in LIMITS:
        if stacks not in ours:
            continue
        cost = ours[stacks][work]
        size = f"{memory} MB" if memory else ""
        lines.append(f"| {stacks} stack{'s' if stacks > 1 else ''}, {WORDS[work]} | {calls} | {cost['calls']:.0f} "
                     f"| {seconds} s | {cost['wall']:.2f} s | {size} | {cost['megabytes']:.0f} MB |")
    return "\n".join(lines)


def contenders(found):
    """Versions, and what each leaves out."""
    lines = [f"- **{name} {peer['version']}** leaves out {peer['leaves_out']}" for name, peer in found["peers"].items()]
    return "\n".join(line if line.endswith(".") else f"{line}." for line in lines)


def start_up(found):
    """What happens before AWS is asked, against the limits."""
    milli = lambda seconds: f"{seconds * 1000:.0f} ms"  # noqa: E731
    ping, low = found["ping"], found["lowstate"]
    lines = ["| what | limit | measured |", "|---|---|---|",
             f"| `test.ping`, CPU | 15 ms | {milli(ping['cpu'])} |",
             f"| `test.ping`, time | | {milli(ping['wall'])} |",
             f"| until the first request, CPU | 50 ms | {milli(found['first_request_cpu'])} |",
             f"| `state.show_lowstate` of 1,000 states, CPU | 300 ms | {milli(low['cpu'])} |",
             f"| `state.show_lowstate` of 1,000 states, memory | | {low['megabytes']:.0f} MB |"]
    for name, ours in (("ping", ping), ("lowstate", low)):
        if f"salt_{name}" in found:
            theirs = found[f"salt_{name}"]
            word = {"ping": "`test.ping`", "lowstate": "`state.show_lowstate`"}[name]
            lines.append(f"| {word} of `salt-call --local` on the same tree, CPU | | {milli(theirs['cpu'])}: "
                         f"{ratio(theirs['cpu'], ours['cpu'])} times ours |")
    return "\n".join(lines)


def local(found):
    """A highstate of states of the machine, beside Salt."""
    rows = ["| contender | states | time | ratio | CPU | ratio | memory |", "|---|---|---|---|---|---|---|"]
    ours = found["orchestrate"]
    for name, cost in found.items():
        rows.append(f"| {name} | {cost['states']} | {cost['wall']:.2f} s | {ratio(cost['wall'], ours['wall'])} "
                    f"| {cost['cpu']:.2f} s | {ratio(cost['cpu'], ours['cpu'])} | {cost['megabytes']:.0f} MB |")
    return "\n".join(rows)


def scale(lines):
    """How runs grow on the simulated AWS."""
    rows = ["| services | resources | runs at once | calls | throttled | waited for limits | time | most at once |",
            "|---|---|---|---|---|---|---|---|"]
    for line in lines:
        waited = f"{line['waits']:,} waits, {line['waited_seconds']:.1f} s" if line["waits"] else "nothing"
        rows.append(f"| {line['services']:,} | {line['resources']:,} | {line['runs']} | {line['calls']:,} "
                    f"| {line['throttles']} | {waited} | {line['seconds']:.1f} s | {line['most_in_flight']} |")
    build = lines[0].get("build", "optimised")
    rows += ["", f"Times are of an {build} build, and contain waiting for a processor."]
    largest = max((line for line in lines if line["runs"] == 1), key=lambda line: line["resources"])
    rows += ["", f"Making those {largest['resources']:,} took {largest['create_calls']:,} calls without limits. What AWS's limits "
             "prolong, as a run announces before it begins:", "", "| operations | calls | at least |", "|---|---|---|"]
    for bound in largest["create_limited"]:
        names = ", ".join(name for name, _ in bound["operations"])
        rows.append(f"| {names} | {bound['calls']:,} | {bound['seconds'] / 60:.1f} min |")
    return "\n".join(rows)


def tree(found):
    """A whole tree, and what Salt runs of it."""
    lines = ["| what | states | work | contender | calls | ratio | most at once | time | ratio | CPU | memory |",
             "|---|---|---|---|---|---|---|---|---|---|---|"]
    ours = {row["part"]: row for row in found["rows"] if row["peer"].startswith("orchestrate")}
    for row in found["rows"]:
        for work, word in WORDS.items():
            cost, base = row[work], ours[row["part"]][work]
            name = row["peer"] + ("" if work == "create" or row["silent"] else " (not silent)")
            lines.append(
                f"| {row['part']} | {row['states']} | {word} | {name} | {cost['calls']:.0f} | {ratio(cost['calls'], base['calls'])} "
                f"| {cost['most']:.0f} | {cost['wall']:.2f} s | {ratio(cost['wall'], base['wall'])} | {cost['cpu']:.2f} s "
                f"| {cost['megabytes']:.0f} MB |")
    if not found["optimised"]:
        lines += ["", "Times and memory of orchestrate are of an unoptimised build."]
    return "\n".join(lines)


def sizes(found):
    """What grows with the number of states or changes, beside the number itself."""
    lines = ["| work | states or changes | calls | CPU | memory | ratio of the numbers | of the calls | of CPU | of memory |",
             "|---|---|---|---|---|---|---|---|---|"]
    smaller = {}
    for row in sorted(found["rows"], key=lambda row: (row["work"], row["things"])):
        base = smaller.setdefault(row["work"], row)
        ratios = ["", "", "", ""] if base is row else [
            ratio(row[key], base[key]) if base[key] else "" for key in ("things", "calls", "cpu", "megabytes")]
        lines.append(f"| {row['work']} | {row['things']:,} | {row['calls']:,} | {row['cpu']:.1f} s | {row['megabytes']:.0f} MB | "
                     + " | ".join(ratios) + " |")
    if not found["optimised"]:
        lines += ["", "CPU and memory are of an unoptimised build."]
    return "\n".join(lines)


# Salt 3007.15 on a machine of this size, measured once: ten minions, two masters in failover mode, loopback.
SALT = {"ready": "6 steps, 38 s", "ping": "2.0 s (2.2 s from the second)", "off": "16.3 s; \"Minion did not return\"", "files": "10 to 11 s",
        "killed": "5.8 s; back on the first after 55 s", "frozen": "no other master within 87 s",
        "under_way": "the work is done, the answers are lost; exit code 0 after 31 s",
        "agent": "118 MB (PSS 75 MB), 0.12 to 0.18 s", "server": "850 MB in 13 processes"}


def fleet(found):
    """A fleet of ten, beside Salt's numbers, and many simulated agents."""
    idle, lost, off, job = found["idle"], found["lost"], found["off"], found["under_way"]
    agent, server = idle["agent"], idle["server"]
    named = "both named" if off["named"] else "not named exactly"
    lines = ["| work | Salt | limit | here |", "|---|---|---|---|"]
    for work, salt, limit, here in [
        ("from nothing to ten accepted and answering", "ready", "3 steps, 4 s", f"3 steps, {found['ready']:.1f} s"),
        ("`test.ping`, all ten", "ping", "0.15 s", f"{found['ping']:.2f} s ({found['ping_second']:.2f} s from the second)"),
        ("`test.ping`, two of ten off", "off", "2.2 s, both named", f"{off['seconds']:.1f} s, {named}, exit code {off['code']}"),
        ("`state.apply` of 20 files, no change", "files", "1 s", f"{found['files']['seconds']:.1f} s"),
        ("a server is killed: the first complete ping", "killed", "1 s", f"{lost['killed']:.1f} s"),
        ("a server is frozen (SIGSTOP): the first complete ping", "frozen", "5 s", f"{lost['frozen']:.1f} s"),
        ("a job under way when its server dies", "under_way", "each answer once; true exit code",
         f"{job['answers']} answers, exit code {job['code']}"),
        ("idle agent: memory, CPU in 30 s", "agent", "15 MB, 0.01 s",
         f"{agent['rss']:.0f} MB (PSS {agent['pss']:.0f} MB), {agent['cpu']:.2f} s"),
        ("idle server", "server", "", f"{server['rss']:.0f} MB, {server['cpu']:.2f} s in 30 s"),
    ]:
        lines.append(f"| {work} | {SALT[salt]} | {limit} | {here} |")
    if many := found.get("many"):
        servers = ", ".join(str(size) for size in many["servers_mb"])
        ping, short, high = many["ping"], many.get("short_ping"), many["highstate"]
        lines.append(
            f"| {many['agents']:,} simulated agents: `test.ping`, {many['off']} are off | | 2 s and the deadline of {many['patience']} s | "
            f"{ping['seconds']:.1f} s, the {many['off']} named exactly; ops node {ping['mb']} MB |")
        shared = "Agents, servers and the ops node share the processors."
        if short:
            lines.append(f"| the same with `--timeout 1` | | 2 s | {short['seconds']:.1f} s, the {many['off']} named exactly |")
            used = ", ".join(f"{short['used'][key]:.1f} s by the {name}" for key, name in
                             (("ops", "ops node"), ("agents", "agents"), ("servers", "servers")))
            shared = (f"Agents, servers and the ops node share the processors. The ping with `--timeout 1` used this time of them: {used}. "
                      "Of three pings the page has the middle one.")
        lines += [
            f"| {high['answers']:,} unchanged highstates of 20 KB | | 100 MB | {high['seconds']:.1f} s, ops node {high['mb']} MB |",
            "", f"The simulated agents are in one process ({many['agents_mb']} MB), each with its own keys and connection; they were accepted and "
            f"connected in {many['connected']:.0f} s. Afterwards the three servers had had {servers} MB. {shared}"]
    lines += ["", f"Measured on {found['date']} on {found['machine']}, an {found['build']} build, with a load of {found['load']:.1f} at the beginning."]
    return "\n".join(lines)


def put(text, mark, content):
    """The text with this between the marks of that name."""
    pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end -->)", re.DOTALL)
    if not pattern.search(text):
        raise SystemExit(f"docs/benchmarks.md has no marks '{mark}'")
    return pattern.sub(lambda match: f"{match.group(1)}{content}\n{match.group(2)}", text)


def main():
    """Reads what was measured and writes page and plots."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--measured", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "side_by_side.json")
    parser.add_argument("--start-up", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "start_up.json")
    parser.add_argument("--scale", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "scale.jsonl")
    parser.add_argument("--templates", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "templates.json")
    parser.add_argument("--tree", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "tree.json")
    parser.add_argument("--local", type=pathlib.Path, default=ROOT / "docs" / "benchmarks" / "local.json")
    options = parser.parse_args()
    page = ROOT / "docs" / "benchmarks.md"
    text = page.read_text(encoding="utf-8")
    found = json.loads(options.measured.read_text(encoding="utf-8"))
    text = put(text, "side by side", table(found))
    if "runs" in found:
        text = put(text, "measured", measured(found))
    text = put(text, "limits", limits(found))
    text = put(text, "contenders", contenders(found))
    text = put(text, "start-up", start_up(json.loads(options.start_up.read_text(encoding="utf-8"))))
    if options.local.exists():
        text = put(text, "local", local(json.loads(options.local.read_text(encoding="utf-8"))))
    if options.tree.exists():
        text = put(text, "tree", tree(json.loads(options.tree.read_text(encoding="utf-8"))))
    if options.templates.exists():
        text = put(text, "templates", local(json.loads(options.templates.read_text(encoding="utf-8"))))
    folder = options.measured.parent
    if (folder / "sizes.json").exists():
        text = put(text, "sizes", sizes(json.loads((folder / "sizes.json").read_text(encoding="utf-8"))))
    if (folder / "fleet.json").exists():
        text = put(text, "fleet", fleet(json.loads((folder / "fleet.json").read_text(encoding="utf-8"))))
    if options.scale.exists():
        lines = [json.loads(line) for line in options.scale.read_text(encoding="utf-8").splitlines()]
        text = put(text, "scale", scale(lines))
        alone = sorted((line for line in lines if line["runs"] == 1), key=lambda line: line["resources"])
        curves = [(name, [(line["resources"], line[key]) for line in alone])
                  for name, key in (("calls", "calls"), ("seconds", "seconds"))]
        title = "A run without changes, by the number of resources"
        (folder / "scale.svg").write_text(plot.curves(title, "resources", curves), encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    bars = [(f"{r['peer']}, {r['stacks']} stack{'s' if r['stacks'] > 1 else ''}", r["unchanged"]) for r in found["results"]]
    for name, title, unit, key in (("calls", "Calls of a run without changes", "", "calls"),
                                   ("time", "Time of a run without changes", " s", "wall")):
        drawn = plot.bars(title, [(label, cost[key]) for label, cost in bars], unit)
        (folder / f"{name}.svg").write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
