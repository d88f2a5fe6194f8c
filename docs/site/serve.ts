import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { hasCode, PlainError } from 'server-kit/plain-error';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
};

/** Serves a folder on 127.0.0.1. Resolves with its address when it listens. */
export async function serveFolder(folder: string, port: number): Promise<string> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    try {
      // An absolute path, so ".." can't lead out of the folder.
      const path = normalize(decodeURIComponent(pathname)).replace(/\/$/, '/index.html');
      const body = await readFile(join(folder, path));
      response.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(body);
    } catch (thrown) {
      if (hasCode(thrown, 'EISDIR')) response.writeHead(308, { location: `${pathname}/` }).end();
      else response.writeHead(404, { 'content-type': 'text/plain' }).end('Not found');
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        hasCode(error, 'EADDRINUSE') ? new PlainError(`Port ${port} is in use; choose another with --port.`) : error,
      ),
    );
    server.listen(port, '127.0.0.1', () => resolve(`http://localhost:${port}/`));
  });
}
