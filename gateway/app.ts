import { basename, join } from 'node:path';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ConnectionLimit } from 'server-kit/connections';
import { cookieIn, cookieName, isHttps } from 'server-kit/cookies';
import { isOperator } from 'server-kit/operator-access';
import { PlainError } from 'server-kit/plain-error';
import { traceRequests } from 'server-kit/tracing/tracing';
import { followDevelopment } from './dev/events.ts';
import type { GatewayConfig } from './http/config.ts';
import { Dictionaries } from './http/dictionaries.ts';
import { type ErrorCode, errorBody, type Language, languageOf, messageOf } from './http/messages.ts';
import { NO_PAGES } from './http/operation/addresses.ts';
import { loggingTo, logResponse, nameRequests, REQUEST_ID } from './http/operation/logging.ts';
import { addProbes, Draining, measure } from './http/operation/monitoring.ts';
import { readTls, Servers } from './http/operation/tls.ts';
import { proxyApi, proxyRecorder } from './http/proxy.ts';
import { PERSONAL, REVALIDATE, type StaticFile, sendFile, TextDocument, typeOf } from './http/respond.ts';
import { contentSecurityPolicy, policySources, securityHeaders } from './http/security.ts';
import { Upstreams } from './http/traffic/upstreams.ts';
import { browserOf, recogniseBrowser } from './overrides/browser/recognise.ts';
import { addOverrides, type TestFiles } from './overrides/routes.ts';
import { type BrandFile, drawLogo, iconUrl, webManifest } from './pages/brand.ts';
import { addDeployPage } from './pages/deploy/routes.ts';
import { addGuestPage, GUEST_PATH, isOutsideOfGuests } from './pages/guest.ts';
import { type Documents, documentMaker } from './pages/pages.ts';
import { addRepair, NO_WORKER } from './pages/rescue.ts';
import { addPublishRoutes } from './publish/routes.ts';
import { Deployment } from './registry/deployment.ts';
import { mayBeMapped, SOURCE_MAPS, showsSources, sourceMapIn } from './registry/source-maps.ts';
import { openStore } from './registry/store/postgres.ts';
import type { Store } from './registry/store/store.ts';
import { addHealth } from './rollout/health/routes.ts';

interface GatewayOptions {
  config: GatewayConfig;
  brand: BrandFile;
  /** Log destination; standard output when absent. `false` disables logging. */
  logTo?: { write(line: string): void } | false;
  /** Signals that the process is shutting down. When absent, the gateway never drains before it closes. */
  draining?: Draining;
}

/** Files that browsers render as a document of this origin. A remote's are sandboxed so they can't act as one. */
const DOCUMENTS = /\.(html|svg|xml)$/i;
const SANDBOX_POLICY = "sandbox; frame-ancestors 'none'";
const PUBLISHED = /^\/(shell|remotes)\//;

/** Returns whether a response is a published file that browsers never render as a document. */
const isPartOfPage = ({ routeOptions, url }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode < 400 && PUBLISHED.test(routeOptions.url ?? '') && !DOCUMENTS.test(url.split('?', 1)[0] ?? '');

/** Builds the gateway, ready to listen. */
export async function buildGateway(options: GatewayOptions): Promise<FastifyInstance> {
  const { config, brand, logTo, draining = new Draining() } = options;
  const exempt = [...config.trustedProxies, ...config.generousNetworks];
  const connections = new ConnectionLimit(config.connectionsPerAddress, exempt);
  const servers = new Servers(connections, config.tls && (await readTls(config.tls)));
  const closedPolicy = contentSecurityPolicy(policySources(config));
  const app = fastify({
    ...loggingTo(logTo),
    serverFactory: servers.make,
    // Requests that still arrive while the gateway closes are answered like any other.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 && [...config.trustedProxies],
    // Requests with an undecodable URL fail before any hook runs.
    frameworkErrors: (_error, request, reply) => {
      reply.headers({ 'content-security-policy': closedPolicy, ...securityHeaders(isHttps(request)) });
      reply.header(REQUEST_ID, request.id);
      return sendError(request, reply, 400, 'BAD_REQUEST');
    },
  });
  connections.logTo(app.log);
  if (config.tls) servers.follow(config.tls, app);
  await traceRequests(app, 'lodestar-gateway', config.tracing);
  nameRequests(app);
  const store = openStore(config.deployRoot, config.databaseUrl);
  app.addHook('onReady', () => store.follow(app.log));
  app.addHook('onClose', () => store.close());
  const deployment = new Deployment(config, app.log);
  const upstreams = new Upstreams(config.apiUrls);
  const documents = documentMaker(config, brand, deployment);
  app.addHook('onSend', async (request, reply) => {
    const policy = deployment.last === undefined ? closedPolicy : documents(deployment.last).policy;
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', policy);
    // Only guest frames set some of these headers themselves; headers from the API are overwritten.
    const isGuest = request.routeOptions.url?.startsWith(GUEST_PATH) === true;
    const isDocument = !isPartOfPage(request, reply);
    for (const [name, value] of Object.entries(securityHeaders(isHttps(request), isDocument)))
      if (!isGuest || !reply.hasHeader(name)) reply.header(name, value);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (isOutsideOfGuests(request, config)) return sendError(request, reply, 404, 'NOT_FOUND');
  });
  app.addHook('onResponse', async (request, reply) => logResponse(request, reply));
  app.setErrorHandler((error, request, reply) => handleError(error, request, reply));
  addFiles(app, config, store, deployment, addOverrides(app, config, brand.brand, deployment, store));
  addGuestPage(app, deployment.files, config);
  addBrand(app, brand);
  addRepair(app, brand.brand);
  addState(app, config, deployment, documents, upstreams);
  addHealth(app, config, store, deployment, measure(app, upstreams));
  await addPublishRoutes(app, { store, ...config });
  addDeployPage(app, { config, brand: brand.brand, deployment, store });
  addProbes(app, draining, { published: async () => (await deployment.current())?.shell !== undefined });
  if (config.dev) followDevelopment(app, deployment);
  await proxyApi(app, upstreams);
  if (config.recorderUpstreams.length > 0) await proxyRecorder(app, new Upstreams(config.recorderUpstreams));
  app.setNotFoundHandler((request, reply) => sendPage(request, reply, deployment, documents, config.earlyHints));
  return app;
}

/** Serves published files (immutable, precompressed) and the files of a browser's test version. */
function addFiles(
  app: FastifyInstance,
  { dev }: GatewayConfig,
  store: Store,
  deployment: Deployment,
  tests: TestFiles,
): void {
  const { files } = deployment;
  const settledFile = async (find: () => Promise<StaticFile | undefined>) => {
    const found = await find();
    if (found !== undefined) return found;
    await store.settled();
    return find();
  };
  const dictionaries = new Dictionaries();
  const mayReadSources = async (request: FastifyRequest, name?: string) => dev || tests.isOf(request, name);
  app.get<{ Params: { version: string; '*': string } }>('/shell/:version/*', async (request, reply) => {
    const { version, '*': path } = request.params;
    return sendBuilt(request, reply, dictionaries, {
      base: '/shell/',
      version,
      path,
      published: (of, file) => settledFile(() => files.shellFile(of, file)),
      tested: async () => undefined,
      mayReadSources: () => mayReadSources(request),
    });
  });
  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    async (request, reply) => {
      const { name, version, '*': path } = request.params;
      if (DOCUMENTS.test(path)) reply.header('content-security-policy', SANDBOX_POLICY);
      try {
        return await sendBuilt(request, reply, dictionaries, {
          base: `/remotes/${name}/`,
          version,
          path,
          published: (of, file) => settledFile(() => deployment.remoteFile(name, of, file)),
          tested: (file) => tests.find(request, { name, version, path: file }),
          mayReadSources: () => mayReadSources(request, name),
        });
      } catch (thrown) {
        if (!(thrown instanceof PlainError)) throw thrown;
        request.log.error({ remote: `${name}@${version}`, problem: thrown.message }, 'file of a remote not available');
        return sendError(request, reply, 502, 'UNAVAILABLE');
      }
    },
  );
}

interface BuiltFile {
  /** URL path of all versions. */
  base: string;
  version: string;
  path: string;
  /** Returns a published file of any version. */
  published(version: string, path: string): Promise<StaticFile | undefined>;
  /** Returns a file of the browser's test version, if that is the version. */
  tested(path: string): Promise<StaticFile | undefined>;
  /** Returns whether the browser may read the version's sources. */
  mayReadSources(): Promise<boolean>;
}

/** Sends a file of a published version. Only those who may read its sources learn that it has a source map. */
async function sendBuilt(request: FastifyRequest, reply: FastifyReply, dictionaries: Dictionaries, built: BuiltFile) {
  const { path, version, published, tested, mayReadSources } = built;
  const find = async (file: string) => (await published(version, file)) ?? tested(file);
  const isSource = showsSources(path);
  const isReader = (isSource || mayBeMapped(path)) && (await mayReadSources());
  if (isSource && !isReader) return sendError(request, reply, 404, 'NOT_FOUND');
  const maps = isReader ? await find(SOURCE_MAPS).catch(() => undefined) : undefined;
  const map = isSource && maps ? await sourceMapIn(maps, path) : undefined;
  if (map !== undefined) return new TextDocument(map, typeOf(path)).send(request, reply, PERSONAL);
  if (!isSource && maps) reply.header('sourcemap', `${basename(path)}.map`);
  const publicFile = isSource || maps ? undefined : await published(version, path);
  if (publicFile && (await dictionaries.send(request, reply, { ...built, file: publicFile }))) return reply;
  const file = publicFile ?? (await find(path));
  // No shared cache may store what only these browsers get.
  return sendFileOr404(request, reply, file && (isSource || maps) ? { ...file, cache: PERSONAL } : file);
}

async function sendFileOr404(request: FastifyRequest, reply: FastifyReply, file: StaticFile | undefined) {
  if (file === undefined || !(await sendFile(request, reply, file))) sendError(request, reply, 404, 'NOT_FOUND');
  return reply;
}

/** Serves what the white-label file defines: the web manifest, the logo and the pictures. */
function addBrand(app: FastifyInstance, brand: BrandFile): void {
  const manifestIn = (language: Language) =>
    new TextDocument(webManifest(brand, language), 'application/manifest+json; charset=utf-8');
  const manifests = { en: manifestIn('en'), fr: manifestIn('fr') };
  const logo = new TextDocument(drawLogo(brand.brand), 'image/svg+xml');
  app.get('/manifest.webmanifest', (request, reply) =>
    manifests[languageOf(request.headers['accept-language'])].send(request, reply),
  );
  app.get('/brand/logo.svg', (request, reply) => logo.send(request, reply));
  for (const src of new Set([...brand.icons, ...brand.screenshots, ...brand.splash].map((picture) => picture.src))) {
    const file = { path: join(brand.folder, src), tag: `${src}-${process.pid}-${Date.now()}`, cache: REVALIDATE };
    app.get(`/${iconUrl(src)}`, (request, reply) => sendFileOr404(request, reply, file));
  }
}

type MakeDocuments = ReturnType<typeof documentMaker>;

function addState(
  app: FastifyInstance,
  { operators }: GatewayConfig,
  deployment: Deployment,
  documents: MakeDocuments,
  upstreams: Upstreams,
) {
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
    const body = { status, ...(isOperator(operators, request.headers.authorization) ? details : {}) };
    return reply
      .code(healthy ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(body);
  });
}

/** Handles every unmatched path: an app page for clients that accept HTML, otherwise an error. */
async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  deployment: Deployment,
  documents: MakeDocuments,
  sendsHints: boolean,
): Promise<FastifyReply> {
  const path = request.url.split('?', 1)[0] ?? '/';
  if (!wantsPage(request, path)) return sendError(request, reply, 404, 'NOT_FOUND');
  const deployed = await deployment.current();
  const browser = recogniseBrowser(request, reply);
  const asked = { path, hasQuery: request.url.includes('?'), language: pageLanguage(request) };
  const page = deployed && (await documents(deployed, browser).page(asked));
  if (page === undefined) return reply.code(503).type('text/html; charset=utf-8').send(notPublished());
  if (sendsHints) reply.raw.writeEarlyHints({ link: page.hints });
  reply.headers({ 'content-security-policy': page.policy, 'integrity-policy': 'blocked-destinations=(script)' });
  return page.document.send(request, reply, PERSONAL);
}

/** Returns the language that a person has chosen in the app if it is not the browser's, else the browser's. */
function pageLanguage(request: FastifyRequest): Language {
  const { cookie, 'accept-language': accepted } = request.headers;
  const chosen = cookieIn(cookie, cookieName('lodestar-language', isHttps(request)));
  return chosen === 'en' || chosen === 'fr' ? chosen : languageOf(accepted);
}

function wantsPage(request: FastifyRequest, path: string): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (NO_PAGES.test(path)) return false;
  const accept = request.headers.accept ?? '*/*';
  if (accept.includes('text/html')) return true;
  // Clients that accept anything get the page at a route, but not in place of a missing file.
  return accept.includes('*/*') && !/\.[a-z0-9]+$/i.test(path);
}

function notPublished(): string {
  const text = `${messageOf('NOT_PUBLISHED', 'en')}</p><p lang="fr">${messageOf('NOT_PUBLISHED', 'fr')}`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>503</title></head><body><p>${text}</p></body></html>`;
}

function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status >= 400 && status < 500) return sendError(request, reply, status, 'BAD_REQUEST');
  request.log.error({ err: error }, 'request failed');
  return sendError(request, reply, 500, 'INTERNAL');
}

function sendError(request: FastifyRequest, reply: FastifyReply, status: number, code: ErrorCode): FastifyReply {
  reply.code(status).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' });
  return reply.send(errorBody(code, request.headers['accept-language']));
}
