// A client of the TypeScript SDK that follows one file through a change, and prints what it gets as
// lines of JSON: [what it did, what came].
//
//   node resource-client.mjs sdk|client|modern URI FILE URL [TOKEN]
//   node resource-client.mjs sdk|client|modern URI FILE PROGRAM [ARGUMENT]...
//
// "sdk" is @modelcontextprotocol/sdk, "client" the newer @modelcontextprotocol/client, and "modern"
// the same with the revision 2026-07-28, which has no sessions.

import { writeFile } from 'node:fs/promises';

const [edition, uri, file, target, ...rest] = process.argv.slice(2);

const parts =
  edition === 'sdk'
    ? {
        ...(await import('@modelcontextprotocol/sdk/client/index.js')),
        ...(await import('@modelcontextprotocol/sdk/client/stdio.js')),
        ...(await import('@modelcontextprotocol/sdk/client/streamableHttp.js')),
      }
    : {
        ...(await import('@modelcontextprotocol/client')),
        ...(await import('@modelcontextprotocol/client/stdio')),
      };
const { ResourceUpdatedNotificationSchema } = await import('@modelcontextprotocol/sdk/types.js');
const UPDATED =
  edition === 'sdk' ? ResourceUpdatedNotificationSchema : 'notifications/resources/updated';

function transport() {
  if (!target.startsWith('http://')) {
    return new parts.StdioClientTransport({ command: target, args: rest, env: process.env });
  }
  const headers = rest.length > 0 ? { Authorization: `Bearer ${rest[0]}` } : {};
  return new parts.StreamableHTTPClientTransport(new URL(target), { requestInit: { headers } });
}

const say = (did, came) => console.log(JSON.stringify([did, came]));

let updates = 0;
let tell = () => {};
async function updated(seconds) {
  if (updates === 0) {
    await new Promise((resolve) => {
      const patience = setTimeout(resolve, seconds * 1000);
      tell = () => {
        clearTimeout(patience);
        resolve();
      };
    });
  }
  const came = updates > 0 ? uri : 'none';
  updates = 0;
  return came;
}

const client = new parts.Client(
  { name: 'resource-client', version: '1' },
  edition === 'modern' ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
);
client.setNotificationHandler(UPDATED, ({ params }) => {
  updates += params.uri === uri ? 1 : 0;
  tell();
});
await client.connect(transport());
say('connected', client.getServerVersion().name);

const read = async () => (await client.readResource({ uri })).contents[0].text;
const refresh = async () =>
  (await client.callTool({ name: 'refresh_resource', arguments: { uri } })).content[0];

async function subscribe() {
  if (edition === 'modern') {
    const subscription = await client.listen({ resourceSubscriptions: [uri] });
    return () => subscription.close();
  }
  await client.subscribeResource({ uri });
  return () => client.unsubscribeResource({ uri });
}

say('listed', (await client.listResources()).resources.map((each) => each.uri));
say('read', await read());
const unsubscribe = await subscribe();
say('refreshed', await refresh());
await writeFile(file, 'changed: Grüße, 世界\n'.repeat(100));
say('updated', await updated(30));
say('refreshed', await refresh());
say('read', await read());
await unsubscribe();
updates = 0;
await writeFile(file, 'changed once more\n');
say('updated', await updated(3));
say('refreshed', await refresh());
await client.close();
say('closed', null);
