// A client of the TypeScript SDK for the revision 2026-07-28 that follows one file through a change,
// and prints what it gets as lines of JSON: [what it did, what came].
//
//   node stateless-client.mjs URI FILE URL
//   node stateless-client.mjs URI FILE PROGRAM [ARGUMENT]...

import { writeFile } from 'node:fs/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const [uri, file, target, ...rest] = process.argv.slice(2);
const say = (did, came) => console.log(JSON.stringify([did, came]));

const client = new Client(
  { name: 'stateless-client', version: '1' },
  { versionNegotiation: { mode: { pin: '2026-07-28' } } },
);
let tell;
const updated = new Promise((resolve) => (tell = resolve));
client.setNotificationHandler('notifications/resources/updated', ({ params }) => tell(params.uri));
await client.connect(
  target.startsWith('http://')
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args: rest, env: process.env }),
);
say('connected', client.getServerVersion().name);

const read = async () => (await client.readResource({ uri })).contents[0].text;
const refresh = async () =>
  (await client.callTool({ name: 'refresh_resource', arguments: { uri } })).content[0].text.replace(
    /^\S+ sha256:[0-9a-f]{12} \d+ lines?\n/,
    '',
  );

say('listed', (await client.listResources()).resources.map((each) => each.uri)[0]);
say('tools', (await client.listTools()).tools.map((each) => each.name).join());
say('read', await read());
say('refreshed', await refresh());
say('refreshed', await refresh());
const subscription = await client.listen({ resourceSubscriptions: [uri] });
say('listening', subscription.honoredFilter.resourceSubscriptions[0]);
await writeFile(file, 'changed: Grüße, 世界\n');
say('updated', await updated);
say('refreshed', await refresh());
say('read', await read());
await subscription.close();
say('ended', await subscription.closed);
try {
  await client.readResource({ uri: 'file:///nothing' });
} catch (e) {
  say('failed', String(e.code));
}
await client.close();
say('closed', '');
