// How long servers of MCP on the standard streams take: from their start until they have answered
// `initialize`, for one call when they are warm, and to end when their input does.
//
//   node server-times.mjs SERVERS FILE ATTACHE STARTS CALLS
//
// SERVERS is the folder that holds node_modules, FILE a file that is served, and ATTACHE the command.
// Servers are started in turn, STARTS times each after once unmeasured, beside `java -version` and
// `node --version`, which are no servers but cost a start. Of CALLS calls, one after the other, the
// first half warms up. The client is as plain as can be: lines, and no library.

import { spawn, spawnSync } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { realpathSync } from 'node:fs';

const [servers, given, attache, starts, calls] = process.argv.slice(2);
const file = realpathSync(given);
const uri = pathToFileURL(file).href;
const published = (name) =>
  join(resolve(servers), 'node_modules/@modelcontextprotocol', name, 'dist/index.js');
const java = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, 'bin/java') : 'java';
const tool = (name, args) => ['tools/call', { name, arguments: args }];

const kinds = {
  'attache serve': {
    command: [attache, 'serve', '--attach', file],
    calls: {
      'refresh_resource, unchanged': tool('refresh_resource', { uri }),
      'refresh_resource, force': tool('refresh_resource', { uri, force: true }),
      'resources/read': ['resources/read', { uri }],
    },
  },
  'server-filesystem': {
    command: [process.execPath, published('server-filesystem'), dirname(file)],
    calls: { read_text_file: tool('read_text_file', { path: file }) },
  },
  'server-everything': {
    command: [process.execPath, published('server-everything'), 'stdio'],
    calls: {
      'resources/read': [
        'resources/read',
        { uri: 'demo://resource/static/document/features.md' },
      ],
      echo: tool('echo', { message: 'hello' }),
    },
  },
};

const bare = [
  ['java -version', java, '-version'],
  ['node --version', process.execPath, '--version'],
];

const now = () => Number(process.hrtime.bigint()) / 1e6;

/** A server that runs; `call` gives the answer to a request. */
class Server {
  constructor([program, ...args]) {
    this.process = spawn(program, args, {
      cwd: dirname(file),
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    this.waiting = new Map();
    this.ids = 0;
    createInterface({ input: this.process.stdout }).on('line', (line) => {
      const message = JSON.parse(line);
      this.waiting.get(message.id)?.(message);
      this.waiting.delete(message.id);
    });
  }

  send(message) {
    this.process.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\n');
  }

  async call(method, params) {
    const id = ++this.ids;
    const answer = new Promise((done) => this.waiting.set(id, done));
    this.send({ id, method, params });
    const message = await answer;
    if (message.error || message.result.isError) {
      throw new Error(`${method}: ${JSON.stringify(message).slice(0, 300)}`);
    }
    return message.result;
  }

  async initialize() {
    await this.call('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'server-times', version: '1' },
    });
    this.send({ method: 'notifications/initialized' });
  }

  async end() {
    const ended = new Promise((done) => this.process.on('exit', done));
    this.process.stdin.end();
    await ended;
  }
}

const quantile = (values, q) => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
};
const shown = (values) =>
  `${quantile(values, 0.5).toFixed(0)} | ${quantile(values, 0).toFixed(0)}–${quantile(values, 1).toFixed(0)}`;

const times = new Map();
function note(what, millis, round) {
  if (round > 0) {
    times.set(what, [...(times.get(what) ?? []), millis]);
  }
}

for (let round = 0; round <= Number(starts); round++) {
  for (const [name, program, word] of bare) {
    const began = now();
    spawnSync(program, [word]);
    note(name, now() - began, round);
  }
  for (const [name, { command }] of Object.entries(kinds)) {
    const began = now();
    const server = new Server(command);
    await server.initialize();
    note(`${name}, initialize`, now() - began, round);
    const closed = now();
    await server.end();
    note(`${name}, end`, now() - closed, round);
  }
}
console.log(`* server-times: ${starts} starts of each, in turn.\n`);
console.log('| what | median ms | from–to |\n|---|--:|--:|');
for (const [what, values] of times) {
  console.log(`| ${what} | ${shown(values)} |`);
}

console.log(`\n* server-times: the second half of ${calls} calls, one after the other.\n`);
console.log('| server | call | median ms | 99 of 100 within |\n|---|---|--:|--:|');
for (const [name, { command, calls: each }] of Object.entries(kinds)) {
  for (const [what, [method, params]] of Object.entries(each)) {
    const server = new Server(command);
    await server.initialize();
    const took = [];
    for (let i = 0; i < Number(calls); i++) {
      const began = now();
      await server.call(method, params);
      took.push(now() - began);
    }
    await server.end();
    const warm = took.slice(took.length / 2);
    const row = [quantile(warm, 0.5), quantile(warm, 0.99)].map((value) => value.toFixed(2));
    console.log(`| ${name} | ${what} | ${row.join(' | ')} |`);
  }
}
