// A server over streamable HTTP in front of one on the standard streams, which is started anew for
// each session: what is tested over HTTP can so be tested over the standard streams.
//
//   node stdio-bridge.mjs PROGRAM [ARGUMENT]...
//
// It prints its URL. All that concerns HTTP alone is the TypeScript SDK's.

import { randomUUID } from 'node:crypto';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';

const [program, ...args] = process.argv.slice(2);
const sessions = new Map();

async function open() {
  const front = new StreamableHTTPServerTransport({
    sessionIdGenerator: randomUUID,
    enableJsonResponse: true,
    onsessioninitialized: (id) => sessions.set(id, front),
  });
  const back = new StdioClientTransport({ command: program, args, env: process.env });
  front.onmessage = (message) => back.send(message);
  back.onmessage = (message) => front.send(message);
  back.onerror = (error) => console.error(`bridge: ${error.message}`);
  front.onclose = () => {
    sessions.delete(front.sessionId);
    back.close();
  };
  back.onclose = () => front.close();
  await Promise.all([front.start(), back.start()]);
  return front;
}

const app = createMcpExpressApp();
app.all('/mcp', async (request, response) => {
  const id = request.headers['mcp-session-id'];
  const session = id === undefined ? await open() : sessions.get(id);
  if (request.method === 'GET') {
    response.on('close', () => session?.close()); // what clients of the SDK do when they are done
  }
  if (session) {
    await session.handleRequest(request, response, request.body);
  } else {
    response.status(404).end();
  }
});
const listener = app.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${listener.address().port}/mcp`),
);
process.on('SIGTERM', async () => {
  await Promise.all([...sessions.values()].map((session) => session.close()));
  process.exit(0);
});
