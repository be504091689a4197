// The yardstick of the comparison mcp: the TypeScript SDK's client reads resources of a server on
// its standard streams and prints their texts.
//
//   node mcp-client.mjs FOLDER SERVER COUNT [JOBS]
//
// FOLDER is the one that holds node_modules, SERVER the file of the server within that.

import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, server, count, jobs = '1'] = process.argv.slice(2);
const installation = resolve(folder);
const require = createRequire(join(installation, 'package.json'));
const load = (name) => import(pathToFileURL(require.resolve(name)).href);
const { Client } = await load('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } = await load('@modelcontextprotocol/sdk/client/stdio.js');

const client = new Client({ name: 'yardstick', version: '1' });
await client.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [join(installation, 'node_modules', server), 'stdio'],
    stderr: 'ignore',
  }),
);

const texts = new Array(Number(count));
let next = 0;
async function read() {
  while (next < texts.length) {
    const at = next++;
    const result = await client.readResource({ uri: `demo://resource/dynamic/text/${at + 1}` });
    texts[at] = result.contents[0].text;
  }
}
await Promise.all(Array.from({ length: Number(jobs) }, read));
process.stdout.write(texts.join('\n') + '\n');
await client.close();
