// A loop as an agent runs it, written down instead of thought up by a model: what it receives of
// files that it edits and looks at again and again, by different tools, in bytes and tokens.
//
//   node agent-loop.mjs SERVERS TOKENIZERS FILES ATTACHE [ROUNDS [TOOLS]]
//
// SERVERS and TOKENIZERS are the folders that hold node_modules, FILES is the folder of the files,
// which are put back in the end, and ATTACHE the command. All ways do the same: they get every file
// once; then each round edits one file, looks at it, looks at it again (as after a formatter that
// had nothing to do), and looks at three others. The way by attache serve takes what is attached
// with resources/read, and looks with refresh_resource; once more with diffs of what has changed.
//
// TOOLS is where the tools of server-filesystem are written to, for AgentLoopCosts.
//
// After each look, what the agent has of the file has to be what is on the disk; else it fails.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [servers, tokenizers, folder, attache, rounds = '20', tools] = process.argv.slice(2);
const root = realpathSync(folder);
const load = (at, name) => {
  const require = createRequire(join(resolve(at), 'package.json'));
  return import(pathToFileURL(require.resolve(name)).href);
};
const { Client } = await load(servers, '@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await load(servers, '@modelcontextprotocol/sdk/client/stdio.js');
const { countTokens } = await load(tokenizers, 'gpt-tokenizer/encoding/o200k_base');

const files = readdirSync(root, { recursive: true })
  .map((name) => join(root, name))
  .filter((file) => statSync(file).isFile())
  .sort();
const originals = files.map((file) => readFileSync(file, 'utf8'));

/** A configuration by which refreshes are answered with diffs. */
const diffs = join(mkdtempSync(join(tmpdir(), 'agent-loop-')), 'config.toml');
writeFileSync(diffs, '[conversation]\nrefresh = "delta"\n');

const uriOf = (file) => pathToFileURL(file).href;

/** What a model is told of a server in each request: its tools, and how to use it. */
async function offered(client) {
  const { tools } = await client.listTools();
  return JSON.stringify(tools) + (client.getInstructions() ?? '');
}

async function connect(command, args, stderr) {
  const client = new Client({ name: 'agent-loop', version: '1' });
  await client.connect(
    new StdioClientTransport({ command, args, cwd: root, env: process.env, stderr }),
  );
  return client;
}

/** What reaches the model of a block: its text, and where and what a resource is. */
function shown(block) {
  if (block.type === 'text') {
    return block.text;
  }
  const { uri, mimeType, text } = block.resource;
  return `<resource uri="${uri}" mimeType="${mimeType}">\n${text}\n</resource>`;
}

/** The file as an answer has it; undefined if it only refers to what was given before. */
function content(block) {
  if (block.type === 'resource') {
    return block.resource.text;
  }
  return / is identical to (what|the attached resource) /.test(block.text) ? undefined : block.text;
}

/** The hunks of an answer that is a diff; undefined if it is none. */
function hunks(block) {
  const begin = /^\S+ has changed\. Unified diff against [^\n]*:\n(?=@@)/.exec(block.text ?? '');
  return begin ? block.text.slice(begin[0].length) : undefined;
}

/** What a diff makes of a text, by the numbers of lines alone. */
function applied(before, diff) {
  const old = before.split(/(?<=\n)/);
  const lines = diff.split('\n');
  const now = [];
  let next = 0;
  for (let i = 0; i < lines.length - 1; i++) {
    const place = /^@@ -(\d+),(\d+) \+\d+,\d+ @@$/.exec(lines[i]);
    const line = lines[i].slice(1) + (lines[i + 1].startsWith('\\') ? '' : '\n');
    if (place) {
      const begin = Number(place[1]) - (place[2] === '0' ? 0 : 1);
      now.push(...old.slice(next, begin));
      next = begin;
    } else if (lines[i][0] === '+') {
      now.push(line);
    } else if (lines[i][0] !== '\\') {
      if (line !== old[next++]) {
        throw new Error(`the diff is not against what the agent has: ${lines[i]}`);
      }
      if (lines[i][0] === ' ') {
        now.push(line);
      }
    }
  }
  return [...now, ...old.slice(next)].join('');
}

const ways = {
  'cat': async () => {
    const look = async (file) => [{ type: 'text', text: execFileSync('cat', [file]).toString() }];
    return { first: look, look, offer: '', close: async () => {} };
  },
  'read_text_file': async () => {
    const server = '@modelcontextprotocol/server-filesystem/dist/index.js';
    const program = join(resolve(servers), 'node_modules', server);
    const client = await connect(process.execPath, [program, root], 'ignore');
    if (tools !== undefined) {
      writeFileSync(tools, JSON.stringify((await client.listTools()).tools));
    }
    const look = async (path) =>
      (await client.callTool({ name: 'read_text_file', arguments: { path } })).content;
    return { first: look, look, offer: await offered(client), close: () => client.close() };
  },
  'attache serve': () => served([]),
  'attache serve, with diffs': () => served(['--config', diffs]),
};

async function served(options) {
  const client = await connect(attache, ['serve', '--attach', '.', ...options], 'inherit');
  const first = async (file) => {
    const { contents } = await client.readResource({ uri: uriOf(file) });
    return contents.map((resource) => ({ type: 'resource', resource }));
  };
  const look = async (file) => {
    const call = { name: 'refresh_resource', arguments: { uri: uriOf(file) } };
    return (await client.callTool(call)).content;
  };
  return { first, look, offer: await offered(client), close: () => client.close() };
}

async function run(open) {
  const { first, look, offer, close } = await open();
  const had = new Map();
  const inFull = new Map();
  const sum = { calls: 0, full: 0, diffs: 0, bytes: 0, tokens: 0, waited: 0 };
  const sums = { offer: countTokens(offer), first: { ...sum }, rounds: { ...sum } };
  async function step(sum, file, ask) {
    const began = process.hrtime.bigint();
    const blocks = await ask(file);
    sum.waited += Number(process.hrtime.bigint() - began) / 1e6;
    sum.calls++;
    for (const block of blocks) {
      const text = shown(block);
      sum.bytes += Buffer.byteLength(text);
      sum.tokens += countTokens(text);
      const diff = hunks(block);
      const now = content(block);
      if (diff !== undefined) {
        had.set(file, applied(inFull.get(file), diff));
        sum.diffs++;
      } else if (now !== undefined) {
        had.set(file, now);
        inFull.set(file, now);
        sum.full++;
      }
    }
    if (had.get(file) !== readFileSync(file, 'utf8')) {
      throw new Error(`what the agent has of ${file} is not what is on the disk`);
    }
  }
  for (const file of files) {
    await step(sums.first, file, first);
  }
  for (let round = 0; round < Number(rounds); round++) {
    const at = (round * 7) % files.length;
    const edited = files[at];
    writeFileSync(edited, `${readFileSync(edited, 'utf8')}// edited in round ${round}\n`);
    await step(sums.rounds, edited, look);
    await step(sums.rounds, edited, look);
    for (const other of [1, 2, 3]) {
      await step(sums.rounds, files[(at + other * 5) % files.length], look);
    }
  }
  await close();
  return sums;
}

const number = (value) => Math.round(value).toLocaleString('en-US');

const bytes = originals.reduce((all, text) => all + Buffer.byteLength(text), 0);
console.log(`* agent-loop: ${files.length} files, ${number(bytes)} bytes, ${rounds} rounds.\n`);
console.log('| the files by | part | calls | in full | diffs | bytes | tokens | of cat | ms a call |');
console.log('|---|---|--:|--:|--:|--:|--:|--:|--:|');
const parts = { first: 'every file once', rounds: 'the rounds' };
const offers = [];
let yardstick;
for (const [way, open] of Object.entries(ways)) {
  files.forEach((file, i) => writeFileSync(file, originals[i]));
  const sums = await run(open);
  yardstick ??= sums;
  offers.push(`${way} ${number(sums.offer)}`);
  for (const [part, name] of Object.entries(parts)) {
    const { calls, full, diffs, bytes, tokens, waited } = sums[part];
    const share = (tokens / yardstick[part].tokens).toFixed(2);
    const row = [way, name, calls, full, diffs, number(bytes), number(tokens), share];
    console.log(`| ${row.join(' | ')} | ${(waited / calls).toFixed(2)} |`);
  }
}
files.forEach((file, i) => writeFileSync(file, originals[i]));
console.log(`\nTokens of what is offered, tools and instructions: ${offers.join(', ')}.\n`);
