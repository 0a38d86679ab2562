"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  /** An element with attributes and children. Text is never read as HTML. */
  const el = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  };
  const seconds = (value) => {
    if (value === null || value === undefined) return "";
    if (value < 0.001) return "< 1 ms";
    if (value < 1) return `${Math.round(value * 1000)} ms`;
    if (value < 60) return `${value.toFixed(1)} s`;
    return `${Math.floor(value / 60)} min ${Math.round(value % 60)} s`;
  };
  const MARKS = { failed: "!", create: "+", change: "~", replace: "±", delete: "−", unchanged: "=", notrun: "·" };
  const DONE = { failed: "failed", create: "created", change: "changed", replace: "replaced", delete: "deleted",
    unchanged: "unchanged", notrun: "not run" };
  const TO_DO = { ...DONE, create: "to create", change: "to change", replace: "to replace", delete: "to delete" };
  const words = data.test ? TO_DO : DONE;
  const view = { tab: "states", query: "", only: new Set() };

  const callsOf = new Map();
  for (const call of data.calls) {
    const key = call.state === null ? -1 : call.state;
    if (!callsOf.has(key)) callsOf.set(key, []);
    callsOf.get(key).push(call);
  }

  // What is said of one state. Bodies are made when they are opened.
  const lines = (thing) => {
    const diff = el("pre", { class: "diff" });
    const names = { "+": "plus", "-": "minus", "~": "tilde" };
    for (const [sign, depth, text] of thing.lines) {
      diff.append(el("div", { class: names[sign] || "same" }, `${"  ".repeat(depth)}${sign} ${text}`));
    }
    return thing.lines.length ? diff : null;
  };
  const table = (heads, rows, name) => {
    const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
    const body = rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, String(cell ?? "")))));
    return el("table", { class: name }, el("thead", {}, head), el("tbody", {}, ...body));
  };
  const body = (state) => {
    const out = el("div", { class: "body" });
    out.append(el("p", { class: "muted" }, `${state.function}, ${state.declared_at}${state.name === state.id ? "" : `, name ${state.name}`}`));
    if (state.triggered_by.length) out.append(el("p", { class: "muted" }, `Triggered by ${state.triggered_by.join(", ")}`));
    for (const thing of state.things) {
      out.append(el("h2", {}, thing.title));
      const diff = lines(thing);
      if (diff) out.append(diff);
      for (const sentence of thing.blast_radius) out.append(el("p", {}, `! ${sentence}`));
    }
    if (state.comment) out.append(el("h2", {}, "Comment"), el("p", {}, state.comment));
    for (const warning of state.warnings) out.append(el("p", {}, `Warning: ${warning}`));
    if (state.waits.length) {
      const rows = state.waits.map((wait) => [seconds(wait.began), seconds(wait.ended - wait.began), wait.what]);
      out.append(el("h2", {}, "Waits"), table(["at", "for", "what for"], rows, "waits"));
    }
    if (state.steps.length) {
      out.append(el("h2", {}, "Steps"), table(["at", "step"], state.steps.map(([at, text]) => [seconds(at), text]), "steps"));
    }
    const calls = callsOf.get(state.index) || [];
    if (calls.length) {
      const rows = calls.map((call) => [call.operation, seconds(call.ended - call.began), call.status ?? "no answer",
        call.attempts, call.request_id]);
      out.append(el("h2", {}, "Calls to AWS"), table(["operation", "took", "status", "attempts", "request"], rows, "calls"));
    }
    return out;
  };

  /** The states. Their elements are made when they are shown: a run may have ten thousand. */
  const items = data.states.map((state) => {
    const text = [state.id, state.name, state.function, state.sls, state.declared_at, state.comment,
      ...state.things.flatMap((thing) => [thing.title, ...thing.lines.map((line) => line[2])])].join("\n").toLowerCase();
    return { state, text, fits: true, item: null, details: null, summary: null, row: null };
  });
  const itemOf = (it) => {
    if (it.item) return it.item;
    const { state } = it;
    const took = state.ended === null || state.began === null ? "" : seconds(state.ended - state.began);
    it.summary = el("summary", {}, el("span", { class: "mark", title: words[state.status] }, MARKS[state.status]),
      el("span", { class: "name" }, state.id), el("span", { class: "does" }, state.function), el("span", { class: "took" }, took));
    it.details = el("details", {}, it.summary);
    it.details.addEventListener("toggle", () => {
      if (it.details.open && it.details.children.length === 1) it.details.append(body(state));
    });
    it.item = el("li", { id: `s${state.index}`, class: state.status }, it.details);
    return it.item;
  };

  /** A list of which only a part is in the page. More comes when its end is seen, or with its button. */
  const PART = 50;
  const growing = (parent, make) => {
    const button = el("button", { type: "button", class: "more", hidden: "" });
    parent.after(button);
    const list = { all: [], count: 0, until: null };
    const grow = (to) => {
      const end = Math.min(list.all.length, to);
      parent.append(...list.all.slice(list.count, end).map(make));
      list.count = Math.max(list.count, end);
      const left = list.all.length - list.count;
      button.hidden = left === 0;
      button.textContent = `Show more: ${left} are left`;
    };
    list.show = (all) => {
      list.all = all;
      list.count = 0;
      parent.replaceChildren();
      grow(PART);
    };
    /** Puts the element at this place into the page. */
    list.until = (place) => { if (place >= list.count) grow(place + PART); };
    button.addEventListener("click", () => grow(list.count + PART));
    new IntersectionObserver((seen) => {
      if (seen.some((it) => it.isIntersecting) && !button.hidden) grow(list.count + PART);
    }, { rootMargin: "600px" }).observe(button);
    return list;
  };
  const list = growing(byId("list"), itemOf);

  const open = (index) => {
    select("states");
    const found = items[index];
    if (!found) return;
    if (!list.all.includes(found)) { view.query = byId("search").value = ""; view.only.clear(); apply(); }
    list.until(list.all.indexOf(found));
    found.details.open = true;
    found.item.scrollIntoView({ block: "start" });
    found.summary.focus({ preventScroll: true });
  };

  // The timeline is drawn when it is first looked at.
  const bar = (name, began, ended, title) => {
    const left = (100 * began) / data.took;
    const made = el("i", { class: name, title });
    made.style.left = `${left}%`;
    made.style.width = `${Math.max(0, (100 * (ended - began)) / data.took)}%`;
    return made;
  };
  // "Not found" is an answer: a read that finds nothing has not failed.
  const isBad = (call) => call.status === null || call.status >= 500 || (call.changes && call.status >= 400);
  const callBar = (call) => bar(isBad(call) ? "call bad" : "call", call.began, call.ended,
    `${call.operation}, ${seconds(call.ended - call.began)}, ${call.status ?? "no answer"}`);
  const row = (label, track, took) => el("div", { class: "row" }, label, track, el("span", { class: "took" }, took));
  const rowOf = (it) => {
    if (it.row) return it.row;
    const { state } = it;
    const ended = state.ended ?? data.took;
    const took = seconds(ended - state.began);
    const track = el("div", { class: "track" }, bar(state.status, state.began, ended, `${state.id}: ${words[state.status]}, ${took}`),
      ...state.waits.map((wait) => bar("wait", wait.began, wait.ended, `waits for ${wait.what}, ${seconds(wait.ended - wait.began)}`)),
      ...(callsOf.get(state.index) || []).map(callBar));
    const link = el("a", { href: `#s${state.index}` }, `${MARKS[state.status]} ${state.id}`);
    it.row = row(link, track, took);
    return it.row;
  };
  const rows = growing(byId("rows"), rowOf);
  const begun = items.filter((it) => it.state.began !== null);
  begun.sort((one, other) => one.state.began - other.state.began || one.state.index - other.state.index);
  const timeline = () => {
    const scale = byId("scale");
    if (scale.children.length) return;
    const ticks = el("div", { class: "ticks" });
    for (let part = 0; part < 5; part += 1) {
      const tick = el("span", {}, part === 0 ? "0" : seconds((data.took * part) / 5));
      tick.style.left = `${part * 20}%`;
      ticks.append(tick);
    }
    scale.append(el("div", { class: "axis" }, el("span", {}, ""), ticks, el("span", {}, seconds(data.took))));
    const before = callsOf.get(-1) || [];
    if (before.length) {
      const track = el("div", { class: "track" }, ...before.map(callBar));
      scale.append(row(el("span", {}, `Outside of states: ${before.length} calls`), track, ""));
    }
  };

  const nodes = new Map();
  for (const node of byId("picture").querySelectorAll("a[data-state]")) nodes.set(Number(node.dataset.state), node);
  const apply = () => {
    const query = view.query.toLowerCase().split(/\s+/).filter(Boolean);
    const fitting = new Set();
    for (const it of items) {
      const fits = (view.only.size === 0 || view.only.has(it.state.status)) && query.every((word) => it.text.includes(word));
      if (fits) fitting.add(it);
      // Most do not change: an element is touched only if it does.
      if (fits !== it.fits) nodes.get(it.state.index)?.classList.toggle("dim", !fits);
      it.fits = fits;
    }
    // Only the view that is seen: the other one is made when it is selected.
    if (view.tab === "timeline") rows.show(begun.filter((it) => fitting.has(it)));
    else list.show([...fitting]);
    byId("shown").textContent = `${fitting.size} of ${items.length} states`;
    for (const chip of byId("chips").children) chip.setAttribute("aria-pressed", String(view.only.has(chip.dataset.status)));
  };
  const TABS = ["states", "timeline", "graph"];
  const select = (name) => {
    view.tab = TABS.includes(name) ? name : "states";
    if (view.tab === "timeline") timeline();
    for (const tab of TABS) {
      const is = tab === view.tab;
      byId(tab).hidden = !is;
      byId(`tab-${tab}`).setAttribute("aria-selected", String(is));
      byId(`tab-${tab}`).tabIndex = is ? 0 : -1;
    }
    apply();
  };
  const theme = (name) => {
    document.documentElement.dataset.theme = name;
    byId("theme").textContent = name === "dark" ? "Light" : "Dark";
  };

  const head = () => {
    const result = el("span", { class: `result ${data.result}` }, data.result);
    byId("title").replaceChildren(data.title, ": ", result);
    const facts = [data.test ? "nothing was changed: this is a test run" : null, data.began, `took ${seconds(data.took)}`,
      `minion ${data.minion}`, `on ${data.host}`, `${data.calls.length} calls to AWS`, data.program];
    byId("facts").append(...facts.filter(Boolean).map((fact) => el("span", {}, fact)));
    byId("refused").hidden = data.refused.length === 0;
    byId("refused").append(...data.refused.map((text) => el("li", {}, text)));
    for (const status of Object.keys(MARKS)) {
      const count = items.filter((it) => it.state.status === status).length;
      if (!count) continue;
      const chip = el("button", { type: "button", "aria-pressed": "false", "data-status": status },
        el("b", {}, String(count)), " ", el("span", { class: status }, words[status]));
      chip.addEventListener("click", () => {
        if (!view.only.delete(status)) view.only.add(status);
        apply();
      });
      byId("chips").append(chip);
    }
  };

  /** Moves the focus among the states that are shown. */
  const step = (by) => {
    const at = list.all.findIndex((it) => it.summary && it.summary === document.activeElement);
    const to = Math.min(list.all.length - 1, Math.max(0, at + by));
    list.until(to);
    const next = list.all[to];
    next?.summary.focus();
  };
  const typed = (event) => {
    const search = byId("search");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.activeElement === search) {
      if (event.key === "Escape") { search.value = ""; view.query = ""; apply(); search.blur(); }
      return;
    }
    if (event.key === "/") { event.preventDefault(); search.focus(); }
    else if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (["1", "2", "3"].includes(event.key)) { select(TABS[Number(event.key) - 1]); byId(`tab-${view.tab}`).focus(); }
  };
  /** `#s12` opens a state; `#view=timeline&only=failed&q=web&theme=dark` is a view that can be linked to. */
  const follow = () => {
    const hash = decodeURIComponent(location.hash.slice(1));
    if (/^s\d+$/.test(hash)) { open(Number(hash.slice(1))); return; }
    const asked = new URLSearchParams(hash);
    if (asked.has("q")) byId("search").value = view.query = asked.get("q");
    if (asked.has("only")) view.only = new Set(asked.get("only").split(","));
    if (asked.has("theme")) theme(asked.get("theme"));
    if (asked.has("view")) select(asked.get("view"));
    apply();
  };

  head();
  theme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  // Letters that are typed fast are searched for once.
  let typing = 0;
  byId("search").addEventListener("input", (event) => {
    view.query = event.target.value;
    clearTimeout(typing);
    typing = setTimeout(apply, 30);
  });
  byId("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  byId("fit").addEventListener("click", () => {
    const fits = byId("picture").querySelector("svg").classList.toggle("fit");
    byId("fit").setAttribute("aria-pressed", String(fits));
  });
  for (const tab of TABS) {
    byId(`tab-${tab}`).addEventListener("click", () => select(tab));
    byId(`tab-${tab}`).addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!by) return;
      select(TABS[(TABS.indexOf(view.tab) + by + TABS.length) % TABS.length]);
      byId(`tab-${view.tab}`).focus();
    });
  }
  document.addEventListener("keydown", typed);
  addEventListener("hashchange", follow);
  const first = items.find((it) => it.state.status === "failed");
  if (first) { itemOf(first); first.details.open = true; }
  follow();
})();
