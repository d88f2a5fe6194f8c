import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Brand } from 'shared-ui/contract';
import { patientLanguage, textsOf } from '../http/messages.ts';
import { sendPlainPage } from '../http/plain-page.ts';

/**
 * Body of /sw.js while the registry has `"worker": "off"`: it deletes a phone's caches and unregisters. Open pages keep
 * running; the next load comes from the server. It does so already while it is installed, because Chromium sometimes
 * activates a new worker only minutes after it skipped the wait. Unregistering waits until the installation has ended,
 * so the installation must not wait for it.
 */
export const NO_WORKER = `const deleteCaches = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};
addEventListener('install', (event) => {
  skipWaiting();
  registration.unregister();
  event.waitUntil(deleteCaches());
});
addEventListener('activate', (event) => event.waitUntil(deleteCaches()));
`;

/**
 * Adds the recovery page for a stuck phone, whatever shell or worker it has: workers leave /repair to the server. It
 * needs no script, so it works when nothing else does. Its button makes the browser delete everything stored for this
 * origin, including the worker (Clear-Site-Data).
 */
export const repair = fastifyPlugin(async (app: FastifyInstance, { brand: { brand } }: { brand: { brand: Brand } }) => {
  // The app passes the person's language; without it, the browser's is used.
  app.get<{ Querystring: { lang?: string } }>('/repair', (request, reply) => {
    const language = patientLanguage(request, request.query.lang);
    const { title, text, button, back } = textsOf('repair', language);
    return sendPlainPage(reply, brand, {
      language,
      title,
      body: `<p>${text}</p><form method="post" action="/repair"><button>${button}</button></form><a href="/">${back}</a>`,
    });
  });
  app.register(async (own) => {
    // The form has no fields; its body is ignored.
    own.addContentTypeParser('*', (_request, _body, done) => done(null));
    own.post('/repair', (request, reply) => {
      const from = request.headers['sec-fetch-site'];
      // Another site must not be able to sign people out.
      if (from !== undefined && from !== 'same-origin') return reply.redirect('/repair', 303);
      return reply.headers({ 'clear-site-data': '"storage"', 'cache-control': 'no-store' }).redirect('/', 303);
    });
  });
});
