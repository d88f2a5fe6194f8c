import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, extname, join } from 'node:path';
import { freePorts } from 'tools/commands/running/ports';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.json': 'application/json' };

/** Creates a hospital's own server for one published folder on a separate origin; it is not started yet. */
export async function serveElsewhere(folder: string) {
  const [port] = await freePorts(1);
  const server = createServer(async (request, response) => {
    const file = basename(request.url ?? '');
    const content = await readFile(join(folder, file)).catch(() => undefined);
    // The headers the guide requires of another origin: readable by the page, and usable across origins.
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cross-origin-resource-policy', 'cross-origin');
    response.writeHead(content ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' }).end(content);
  });
  return {
    origin: `http://localhost:${port}`,
    async start() {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    async stop() {
      server.closeAllConnections();
      if (server.listening) await once(server.close(), 'close');
    },
  };
}
