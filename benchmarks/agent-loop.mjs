// A loop as an agent runs it, written down instead of thought up by a model: what it receives of
// files that it edits and looks at again and again, by different tools, in bytes and tokens.
//
//   node agent-loop.mjs SERVERS TOKENIZERS FILES ATTACHE [ROUNDS [TOOLS]]
//
// SERVERS and TOKENIZERS are the folders that hold node_modules, FILES is the folder of the files,
// which are put back in the end, and ATTACHE the command. All ways do the same: they get every file
// once; then each round edits one file, looks at it, looks at it again (as after a formatter that
// had nothing to do), and looks at three others. The way by attache serve is refresh_resource alone;
// once more by a model that says what it has.
//
// TOOLS is where the tools of server-filesystem are written to, for AgentLoopCosts.
//
// After each look, what the agent has of the file has to be what is on the disk; else it fails.

import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
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

const MORE = /More: call refresh_resource with lines "(.+)"\.$/;

/** The diff, and the digests of what it is against and leads to; undefined if it is none. */
function change(text) {
  const begin = /^\S+ has changed[^\n]*\. Unified diff from sha256:([0-9a-f]{12}) to sha256:([0-9a-f]{12});[^\n]*:\n(?=@@)/;
  const head = begin.exec(text);
  return head ? { hunks: text.slice(head[0].length), base: head[1], digest: head[2] } : undefined;
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
    const look = async (file) => [execFileSync('cat', [file]).toString()];
    return { look, offer: '', close: async () => {} };
  },
  'read_text_file': async () => {
    const server = '@modelcontextprotocol/server-filesystem/dist/index.js';
    const program = join(resolve(servers), 'node_modules', server);
    const client = await connect(process.execPath, [program, root], 'ignore');
    if (tools !== undefined) {
      writeFileSync(tools, JSON.stringify((await client.listTools()).tools));
    }
    const look = (path) => texts(client, 'read_text_file', { path });
    return { look, offer: await offered(client), close: () => client.close() };
  },
  'attache serve': () => served(false),
  'attache serve, with `known`': () => served(true),
};

async function texts(client, name, given) {
  const { content } = await client.callTool({ name, arguments: given });
  return content.map((block) => block.text);
}

/** The digest, and what stands below its line; no text if it is unchanged. */
function page(text) {
  const head = /^\S+ sha256:([0-9a-f]{12}) (\d+ lines?|lines \S+ of \d+)(\n|: unchanged\.)/.exec(text);
  if (head === null) {
    return undefined;
  }
  const below = text.slice(head[0].length).replace(MORE, '');
  return { digest: head[1], text: head[3] === '\n' ? below : undefined };
}

async function served(says) {
  const client = await connect(attache, ['serve', '--attach', '.'], 'inherit');
  const digests = new Map(); // that the agent has, by file and lines
  const look = async (file) => {
    const all = [];
    for (let lines = ''; lines !== undefined; lines = MORE.exec(all.at(-1))?.[1]) {
      const at = `${file} ${lines}`;
      const known = says && digests.get(at);
      const given = { uri: uriOf(file), ...(lines && { lines }), ...(known && { known }) };
      all.push(...(await texts(client, 'refresh_resource', given)));
      digests.set(at, (change(all.at(-1)) ?? page(all.at(-1)))?.digest ?? digests.get(at));
    }
    return all;
  };
  return { look, offer: await offered(client), close: () => client.close(), isServed: true };
}

async function run(open) {
  const { look, offer, close, isServed } = await open();
  const had = new Map();
  const versions = new Map(); // that the agent has, by their digests
  const sum = { calls: 0, full: 0, diffs: 0, bytes: 0, tokens: 0, waited: 0 };
  const sums = { offer: countTokens(offer), first: { ...sum }, rounds: { ...sum } };
  async function step(sum, file) {
    const began = process.hrtime.bigint();
    const answer = await look(file);
    sum.waited += Number(process.hrtime.bigint() - began) / 1e6;
    sum.calls++;
    sum.bytes += answer.reduce((all, text) => all + Buffer.byteLength(text), 0);
    sum.tokens += answer.reduce((all, text) => all + countTokens(text), 0);
    if (!isServed) {
      had.set(file, answer[0]);
      sum.full++;
    } else if (change(answer[0])) {
      const { hunks, base, digest } = change(answer[0]);
      had.set(file, applied(versions.get(base), hunks));
      versions.set(digest, had.get(file));
      sum.diffs++;
    } else if (answer.some(page)) {
      const pages = answer.map(page);
      pages.filter((each) => each.text !== undefined).forEach((each) => versions.set(each.digest, each.text));
      had.set(file, pages.map((each) => versions.get(each.digest)).join(''));
      sum.full += pages.every((each) => each.text === undefined) ? 0 : 1;
    }
    if (had.get(file) !== readFileSync(file, 'utf8')) {
      throw new Error(`what the agent has of ${file} is not what is on the disk`);
    }
  }
  for (const file of files) {
    await step(sums.first, file);
  }
  for (let round = 0; round < Number(rounds); round++) {
    const at = (round * 7) % files.length;
    const edited = files[at];
    writeFileSync(edited, `${readFileSync(edited, 'utf8')}// edited in round ${round}\n`);
    await step(sums.rounds, edited);
    await step(sums.rounds, edited);
    for (const other of [1, 2, 3]) {
      await step(sums.rounds, files[(at + other * 5) % files.length]);
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
