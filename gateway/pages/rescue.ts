import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Brand } from 'shared-ui/contract';
import { escapeHtml } from '../common/html.ts';
import { type Language, languageOf } from '../common/messages.ts';

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

const WORDS: Record<Language, { title: string; text: string; button: string; back: string }> = {
  en: {
    title: 'Repair the app on this phone',
    text: 'Use this if the app stays blank or isn’t working. It signs you out and deletes everything the app has stored on this phone, including feedback that hasn’t been sent yet. The hospital’s records stay as they are.',
    button: 'Delete and start again',
    back: 'Back to the app',
  },
  fr: {
    title: 'Réparer l’application sur ce téléphone',
    text: 'Utilisez ceci si l’application reste vide ou ne fonctionne pas. Vous serez déconnecté, et tout ce que l’application a enregistré sur ce téléphone sera supprimé, y compris les commentaires non envoyés. Les dossiers de l’hôpital ne changent pas.',
    button: 'Supprimer et recommencer',
    back: 'Retour à l’application',
  },
};

const style = ({ colours }: Brand) => `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { max-width: 26rem; margin: 0 auto; padding: 3rem 1.25rem; }
h1 { font-size: 1.5rem; line-height: 1.25; }
button, a { display: block; box-sizing: border-box; width: 100%; min-height: 3rem; margin-top: 1rem; padding: .75rem; border: 0; border-radius: .875rem; font: inherit; font-weight: 650; text-align: center; }
button { background: ${colours.theme}; color: #fff; outline: 1px solid #fff; }
a { color: inherit; }
:focus-visible { outline: 3px solid #1f6feb; outline-offset: 2px; }
`;

/** Returns the page at /repair: without script, shell or worker, it works when nothing else does. */
function repairPage(brand: Brand, language: Language): string {
  const words = WORDS[language];
  return `<!doctype html>
<html lang="${language}-CA">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${words.title} · ${brand.name}`)}</title><style>${style(brand)}</style></head>
<body><main><h1>${words.title}</h1><p>${words.text}</p>
<form method="post" action="/repair"><button>${words.button}</button></form>
<a href="/">${words.back}</a></main></body></html>
`;
}

/**
 * Adds the recovery page for a stuck phone, whatever shell or worker it has: workers leave /repair to the server. Its
 * button makes the browser delete everything stored for this origin, including the worker (Clear-Site-Data).
 */
export function addRepair(app: FastifyInstance, brand: Brand): void {
  const hash = createHash('sha256').update(style(brand)).digest('base64');
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;
  // The app passes the person's language; without it, the browser's is used.
  app.get<{ Querystring: { lang?: string } }>('/repair', (request, reply) => {
    const language = languageOf(request.query.lang ?? request.headers['accept-language']);
    reply.headers({ 'content-security-policy': policy, 'cache-control': 'no-store', vary: 'Accept-Language' });
    return reply.type('text/html; charset=utf-8').send(repairPage(brand, language));
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
}
