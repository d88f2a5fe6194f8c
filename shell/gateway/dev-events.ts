import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Deployment } from './deployment.ts';

const LOOK_MS = 200;
const HEARTBEAT_MS = 15_000;

/**
 * Dev mode only: /dev/events tells open pages about every new registry revision (Server-Sent Events; `event:
 * registry`, data: the registry, id: its revision). A page that reconnects hears at once what it missed.
 */
export function announceRevisions(app: FastifyInstance, deployment: Deployment): void {
  const listeners = new Map<ServerResponse, string>();
  const announce = async () => {
    const registry = (await deployment.current())?.registry;
    const revision = String(registry?.revision ?? 0);
    for (const [listener, told] of listeners) {
      if (told === revision) continue;
      listener.write(`id: ${revision}\nevent: registry\ndata: ${JSON.stringify(registry)}\n\n`);
      listeners.set(listener, revision);
    }
  };
  const looking = setInterval(() => void announce(), LOOK_MS);
  const beating = setInterval(() => {
    for (const listener of listeners.keys()) listener.write(': here\n\n');
  }, HEARTBEAT_MS);
  app.addHook('preClose', async () => {
    clearInterval(looking);
    clearInterval(beating);
    for (const listener of listeners.keys()) listener.end();
  });
  app.get('/dev/events', { exposeHeadRoute: false }, async (request, reply) => {
    const known = request.headers['last-event-id'];
    const now = String((await deployment.current())?.registry.revision ?? 0);
    reply.hijack();
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    reply.raw.write(': open\n\n');
    reply.raw.on('close', () => listeners.delete(reply.raw));
    listeners.set(reply.raw, typeof known === 'string' ? known : now);
  });
}
