"""Cases of jobs that run at times. See cases.py, and systemctl.sh for the program.

Salt keeps them in the configuration of its minion (`offline: True`), orchestrate as timers of systemd: a case has both before it.
"""

import json

from cases import case, state, tree

HEAD = "# Written by schedule.present of orchestrate: changes are lost.\n"
ITEM = {"function": "test.ping", "hours": 1, "maxrunning": 1, "name": "there", "enabled": True, "jid_include": True}
TIMER = "/etc/systemd/system/orchestrate-job-there.timer"
UNITS = {"etc/systemd/system": None, "etc/orchestrate": None}


def there(is_on=True):
    """The machine with one job."""
    item = ITEM | {"enabled": is_on}
    path = "/etc/orchestrate/schedule/there.json"
    files = {
        "etc/salt/minion.d/_schedule.conf": json.dumps({"schedule": {"there": item}}),
        "etc/orchestrate/schedule/there.json": (json.dumps(item, separators=(",", ":")) + "\n", "0600"),
        TIMER[1:]: f"{HEAD}[Unit]\nDescription=Times of job there\n\n[Timer]\nOnActiveSec=3600\nOnUnitActiveSec=3600\nAccuracySec=1\n\n[Install]\nWantedBy=timers.target\n",
        TIMER[1:].replace(".timer", ".service"): f"{HEAD}[Unit]\nDescription=Job there\n\n[Service]\nType=oneshot\nExecStart=$ORCHESTRATE -c $BOX/conf schedule.run_job {path}\n",
    }
    if is_on:
        files["etc/systemd/system/timers.target.wants/orchestrate-job-there.timer"] = f"-> {TIMER}"
        files["etc/running/orchestrate-job-there.timer"] = ""
    return files


def schedule(name, function, arguments, before=None):
    case(name, f"schedule.{function}", {"name": "there", "offline": True} | arguments, before=there() if before is None else UNITS | before)


schedule("new", "present", {"name": "new one", "function": "state.sls", "job_args": ["web"], "job_kwargs": {"test": True}, "minutes": 5, "splay": 30}, {})
schedule("new_cron", "present", {"name": "nightly", "function": "state.apply", "cron": "30 3 * * 1-5"}, {})
schedule("new_when", "present", {"name": "report", "function": "test.ping", "when": ["Monday 5:00pm", "Tuesday 3:00pm"]}, {})
schedule("new_disabled", "present", {"name": "off", "function": "test.ping", "seconds": 30, "enabled": False}, {})
schedule("new_range", "present", {"name": "day", "function": "test.ping", "hours": 1, "range": {"start": "8:00am", "end": "5:00pm"}, "splay": {"start": 10, "end": 20}}, {})
schedule("same", "present", {"function": "test.ping", "hours": 1})
schedule("other_time", "present", {"function": "test.ping", "hours": 2})
schedule("other_function", "present", {"function": "test.version", "hours": 1})
schedule("disable", "present", {"function": "test.ping", "hours": 1, "enabled": False})
schedule("enable", "present", {"function": "test.ping", "hours": 1}, there(False))
schedule("conflict", "present", {"name": "new", "function": "test.ping", "hours": 1, "cron": "* * * * *"}, {})
schedule("both", "present", {"name": "new", "function": "test.ping", "when": "5pm", "cron": "* * * * *"}, {})
schedule("no_list", "present", {"name": "new", "function": "test.ping", "hours": 1, "job_args": "web"}, {})
schedule("no_mapping", "present", {"name": "new", "function": "test.ping", "hours": 1, "job_kwargs": ["web"]}, {})
schedule("bad_when", "present", {"name": "new", "function": "test.ping", "when": "soon"}, {})
schedule("there", "absent", {})
schedule("not_there", "absent", {"name": "new"})
schedule("there", "disabled", {})
schedule("not_there", "disabled", {"name": "new"})
case("not_there", "schedule.enabled", {"name": "new"}, before=UNITS)
tree("schedule_several", state("new", "schedule.present", {"offline": True, "function": "test.ping", "days": 1}) + state("there", "schedule.absent", {"offline": True}), before=there())
