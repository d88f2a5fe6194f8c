import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { cookieIn, cookieName, isHttps, isOperator } from 'server-kit/http';
import type { Registry } from 'shared-ui/contract';
import { type Language, matchLanguage } from 'shared-ui/contract/languages';
import type { GatewayConfig } from '../http/config.ts';
import { acceptedTags, messageOf, sendError } from '../http/messages.ts';
import { languageAttributes } from '../http/plain-page.ts';
import { PERSONAL, REVALIDATE, TextDocument } from '../http/respond.ts';
import { isPane } from '../http/security.ts';
import type { Upstreams } from '../http/traffic/upstreams.ts';
import { browserOf, recogniseBrowser } from '../overrides/browser.ts';
import { NO_PAGES } from '../registry/claims.ts';
import type { Deployment } from '../registry/deployment.ts';
import { sendFileOr404 } from './files.ts';
import { type Documents, type documentMaker, languagesIn } from './pages.ts';
import { NO_WORKER } from './rescue.ts';

interface Options {
  config: GatewayConfig;
  deployment: Deployment;
  documents: ReturnType<typeof documentMaker>;
  upstreams: Upstreams;
}

/** Serves the pages of the application, and the documents that they read: registry, configuration, worker, health. */
export const pages = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  const { config, deployment, documents, upstreams } = options;
  const sendDocument =
    (choose: (made: Documents) => TextDocument, cache: string) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const deployed = await deployment.current();
      if (deployed === undefined) return sendError(request, reply, 503, 'UNAVAILABLE');
      return choose(documents(deployed, browserOf(request))).send(request, reply, cache);
    };
  app.get(
    '/registry.json',
    sendDocument((made) => made.registry, PERSONAL),
  );
  app.get(
    '/config.json',
    sendDocument((made) => made.config, REVALIDATE),
  );
  const noWorker = new TextDocument(NO_WORKER, 'text/javascript; charset=utf-8');
  app.get('/sw.js', async (request, reply) => {
    const deployed = await deployment.current();
    if (deployed?.registry.worker === 'off') return noWorker.send(request, reply);
    const version = deployed?.shell?.version;
    const file = version === undefined ? undefined : await deployment.files.shellFile(version, 'sw.js');
    return sendFileOr404(request, reply, file && { ...file, cache: REVALIDATE });
  });
  app.get('/healthz', async (request, reply) => {
    const revision = (await deployment.current())?.registry.revision ?? null;
    await upstreams.poll();
    const apis = upstreams.list();
    const api = apis.some(({ status }) => status === 'ok');
    const { problem } = deployment;
    const healthy = api && problem === undefined;
    const registry = problem === undefined ? { revision } : { revision, problem };
    const status = healthy ? 'ok' : 'degraded';
    const details = { gateway: 'ok', registry, api: api ? 'ok' : 'unreachable', apis };
    const body = { status, ...(isOperator(config.operators, request.headers.authorization) ? details : {}) };
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });
  app.setNotFoundHandler((request, reply) => sendPage(request, reply, options));
});

/** Handles every unmatched path: an app page for clients that accept HTML, otherwise an error. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, deployment, documents }: Options,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (!wantsPage(request, path)) return sendError(request, reply, 404, 'NOT_FOUND');
  const deployed = await deployment.current();
  const isFirst = browserOf(request).cohort === undefined;
  const browser = recogniseBrowser(request, reply);
  const inPane = isPane(request, config);
  const language = pageLanguage(request, config, deployed?.registry);
  const asked = { path, hasQuery: request.url.includes('?'), language, isPane: inPane, isFirst };
  const page = deployed && (await documents(deployed, browser).page(asked));
  if (page === undefined) return reply.code(503).type('text/html; charset=utf-8').send(notPublished(language));
  if (config.earlyHints) reply.raw.writeEarlyHints({ link: page.hints });
  reply.headers({ 'content-security-policy': page.policy, 'integrity-policy': 'blocked-destinations=(script)' });
  if (inPane) reply.header('x-frame-options', 'SAMEORIGIN');
  return page.document.send(request, reply, PERSONAL);
}

/** Returns the language that a person has chosen in the app if it is not the browser's, else the browser's. */
function pageLanguage(request: FastifyRequest, config: GatewayConfig, registry: Registry | undefined): Language {
  const { cookie, 'accept-language': accepted } = request.headers;
  const offered = languagesIn(config, registry);
  const chosen = cookieIn(cookie, cookieName('lodestar-language', isHttps(request))) ?? '';
  return matchLanguage([chosen, ...acceptedTags(accepted)], offered) ?? 'en';
}

function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (NO_PAGES.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  // Clients that accept anything get the page at a route, but not in place of a missing file.
  return accept.includes('*/*') && !/\.[a-z0-9]+$/i.test(path);
}

/** Returns the page of a gateway without an application, in the reader's language and the hospital's. */
function notPublished(reader: Language): string {
  const languages = new Set<Language>([reader, 'en', 'fr']);
  const text = [...languages].map(
    (language) => `<p ${languageAttributes(language)}>${messageOf('NOT_PUBLISHED', language)}</p>`,
  );
  return `<!doctype html><html ${languageAttributes(reader)}><head><meta charset="utf-8"><title>503</title></head><body>${text.join('')}</body></html>`;
}
