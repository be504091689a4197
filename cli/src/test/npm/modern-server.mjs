// A server of the revision 2026-07-28, and of the older ones, made with the TypeScript SDK.
//
//   node modern-server.mjs stdio            on the standard streams
//   node modern-server.mjs http             on a port of its own, which it prints
//
// "modern" as a last word has it refuse clients of the older revisions.

import { createServer } from 'node:http';
import { McpServer, createMcpHandler, fromJsonSchema } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';

const [way, eras] = process.argv.slice(2);
const legacy = eras === 'modern' ? 'reject' : undefined;

const BYTES = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 255]);

function make() {
  const server = new McpServer(
    { name: 'modern', version: '1.2.3' },
    { capabilities: { resources: { subscribe: true, listChanged: true }, tools: {} } },
  );
  server.registerResource(
    'greeting',
    'modern://greeting',
    { title: 'Greeting', mimeType: 'text/plain', cacheHint: { ttlMs: 60_000, cacheScope: 'public' } },
    async (uri) => ({ contents: [{ uri: uri.href, mimeType: 'text/plain', text: 'Grüße, 世界' }] }),
  );
  server.registerResource('bytes', 'modern://bytes', { mimeType: 'image/png' }, async (uri) => ({
    contents: [{ uri: uri.href, mimeType: 'image/png', blob: BYTES.toString('base64') }],
  }));
  server.registerTool(
    'touch',
    {
      description: 'Says that the greeting has changed.',
      inputSchema: fromJsonSchema({
        type: 'object',
        properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
      }),
    },
    async ({ region }) => {
      await changed(server);
      return { content: [{ type: 'text', text: `touched ${region ?? 'nowhere'}` }] };
    },
  );
  return server;
}

let http;

async function changed(server) {
  if (http) {
    http.notify.resourceUpdated('modern://greeting');
  } else {
    await server.server.sendResourceUpdated({ uri: 'modern://greeting' });
  }
}

if (way === 'stdio') {
  serveStdio(make, { legacy });
} else {
  http = createMcpHandler(make, { legacy });
  const listener = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const aborted = new AbortController();
    response.on('close', () => aborted.abort());
    const answer = await http.fetch(
      new Request(`http://127.0.0.1:${listener.address().port}${request.url}`, {
        method: request.method,
        headers: Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
        signal: aborted.signal,
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body) {
      for await (const chunk of answer.body) {
        response.write(chunk);
      }
    }
    response.end();
  });
  listener.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${listener.address().port}/mcp`));
}
