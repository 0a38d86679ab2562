"use strict";
// Opens files as an editor does, with a YAML language server: node open.js SERVER SCHEMA FILE ... Prints what it reports about each file,
// and the names that it offers in an empty line below the last one's arguments.
const { spawn } = require("node:child_process");
const { readFileSync } = require("node:fs");
const { pathToFileURL } = require("node:url");

const [program, schema, ...files] = process.argv.slice(2);
const server = spawn(process.execPath, [program, "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
const reported = {};
let received = Buffer.alloc(0);

function send(message) {
  const body = JSON.stringify({ jsonrpc: "2.0", ...message });
  server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

function ask(id, method, params) {
  send({ id, method, params });
  return new Promise((answered) => waiting.set(id, answered));
}

function take({ id, method, params, result }) {
  if (method === "textDocument/publishDiagnostics") {
    reported[params.uri] = params.diagnostics.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
    if (waiting.has(params.uri)) waiting.get(params.uri)();
  } else if (method === "workspace/configuration") {
    const settings = { validate: true, completion: true, schemas: { [schema]: "*.sls" }, schemaStore: { enable: false } };
    send({ id, result: params.items.map(({ section }) => (section === "yaml" ? settings : null)) });
  } else if (method) {
    if (id !== undefined) send({ id, result: null });
  } else if (waiting.has(id)) {
    waiting.get(id)(result);
  }
}

server.stdout.on("data", (part) => {
  received = Buffer.concat([received, part]);
  for (;;) {
    const end = received.indexOf("\r\n\r\n");
    if (end < 0) return;
    const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, end))[1]);
    if (received.length < end + 4 + length) return;
    const body = received.subarray(end + 4, end + 4 + length).toString();
    received = received.subarray(end + 4 + length);
    take(JSON.parse(body));
  }
});

(async () => {
  const began = Date.now();
  await ask(1, "initialize", { processId: process.pid, rootUri: null, capabilities: { workspace: { configuration: true } } });
  send({ method: "initialized", params: {} });
  const found = [];
  for (const file of files) {
    const uri = pathToFileURL(file).href;
    const text = readFileSync(file, "utf8");
    const report = () => new Promise((done) => waiting.set(uri, done));
    let next = report();
    send({ method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "yaml", version: 1, text } } });
    await next;
    const line = text.split("\n").length - 1;
    const position = { line, character: text.split("\n")[line].length };
    const offered = await ask(uri + "#", "textDocument/completion", { textDocument: { uri }, position });
    // The first report may come before the schema is read.
    next = report();
    send({ method: "textDocument/didChange", params: { textDocument: { uri, version: 2 }, contentChanges: [{ text }] } });
    await next;
    const labels = (offered?.items ?? offered ?? []).map(({ label }) => label);
    found.push({ file, problems: reported[uri], offered: labels });
  }
  console.log(JSON.stringify({ seconds: (Date.now() - began) / 1000, found }));
  server.kill();
})();
