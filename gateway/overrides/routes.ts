import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isHttps } from 'server-kit/cookies';
import { isRecord } from 'server-kit/fields';
import type { Brand } from 'shared-ui/contract';
import { type GatewayConfig, isLoopbackHost } from '../http/config.ts';
import { errorBody } from '../http/messages.ts';
import type { StaticFile } from '../http/respond.ts';
import type { Deployment } from '../registry/deployment.ts';
import type { Store } from '../registry/store/store.ts';
import { noOverrideCookie, overrideCookie, overrideTokenOf } from './browser/cookies.ts';
import { remember, testVersionOf } from './browser/recognise.ts';
import { Overrides } from './overrides.ts';
import { OverrideRefused, sendRefusal } from './refusal.ts';
import { MANIFEST_LIMIT, TEST_MARK, type TestVersion } from './test-version.ts';
import { testerStatusOf } from './tester.ts';

/** Paths that are the same for every browser, or that look up the test version themselves. */
const SAME_FOR_ALL =
  /^\/(shell|remotes|guest|brand|api|dev|outbox|override|repair|recorder|healthz|livez|readyz)(\/|$)/;
/** Sent by the service worker for responses that it caches for all later pages: they never contain a test version. */
const FOR_WORKER = 'lodestar-for';

const MAX_REMEMBERED = 1_000;

const pathOf = ({ url }: FastifyRequest) => url.split('?', 1)[0] ?? '/';
const tokenIn = (request: FastifyRequest) => overrideTokenOf(request.headers.cookie, isHttps(request));

/** Whether a command on this machine has sent a request. The name rules out pages of a domain that leads here. */
const isFromHere = ({ ip, hostname }: FastifyRequest) =>
  isLoopbackHost(ip.replace(/^::ffff:/, '')) && isLoopbackHost(hostname.replace(/:\d+$/, ''));

/** A remote's file, identified by its URL. */
interface FileRequest {
  name: string;
  version: string;
  path: string;
}

/** What the routes of files need to know about the requesting browser's test version. */
export interface TestFiles {
  /** Returns a file of it. Throws PlainError when it can't be fetched. */
  find(request: FastifyRequest, asked: FileRequest): Promise<StaticFile | undefined>;
  /** Returns whether there is one of this remote (of any, if absent), whose sources the browser may then read. */
  isOf(request: FastifyRequest, name?: string): Promise<boolean>;
}

/**
 * Adds the override routes for test versions. When disabled, they return 404 and the cookie is ignored.
 */
export function addOverrides(
  app: FastifyInstance,
  config: GatewayConfig,
  brand: Brand,
  deployment: Deployment,
  store: Store,
): TestFiles {
  if (!config.overrides) {
    const notFound = (request: FastifyRequest, reply: FastifyReply) => sendNotFound(request, reply);
    app.all('/override', notFound);
    app.all('/override/*', notFound);
    return { find: async () => undefined, isOf: async () => false };
  }
  const routes = new OverrideRoutes(config, brand, deployment, store);
  app.addHook('onRequest', (request, reply) => routes.recognise(request, reply));
  app.addHook('onSend', async (request, reply) => {
    const test = testVersionOf(request);
    // No cache may store what is for one browser and a limited time.
    if (test) reply.headers({ 'cache-control': 'no-store', 'lodestar-override': test.override.id });
  });
  app.get<{ Querystring: { token?: unknown } }>('/override', (request, reply) => routes.open(request, reply));
  app.post('/override', (request, reply) => routes.renew(request, reply));
  app.put('/override/manifest', { bodyLimit: 3 * MANIFEST_LIMIT }, (request, reply) =>
    routes.acceptManifest(request, reply),
  );
  app.post('/override/keep', (request, reply) => routes.checkAccount(request, reply));
  app.post('/override/end', (request, reply) => routes.end(request, reply));
  return {
    find: (request, asked) => routes.file(request, asked),
    isOf: (request, name) => routes.isTesting(request, name),
  };
}

class OverrideRoutes {
  readonly #config: GatewayConfig;
  readonly #store: Store;
  readonly #brand: Brand;
  readonly #deployment: Deployment;
  readonly #overrides: Overrides;
  /** Sessions that have lost a test version, so that the concurrent requests of a page record it only once. */
  readonly #endedSessions = new Set<string>();

  constructor(config: GatewayConfig, brand: Brand, deployment: Deployment, store: Store) {
    this.#config = config;
    this.#store = store;
    this.#brand = brand;
    this.#deployment = deployment;
    this.#overrides = new Overrides(config);
  }

  /** Looks up a browser's test version where the response may depend on it; removes it when a non-tester signs in. */
  async recognise(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = tokenIn(request);
    if (token === undefined || request.headers[FOR_WORKER] !== undefined) return;
    if (pathOf(request).startsWith('/api/')) return this.#watchSession(request, reply, token);
    if (SAME_FOR_ALL.test(pathOf(request))) return;
    const test = await this.#testVersion(request, token);
    if (test) remember(request, test);
  }

  /** Returns the requested file of a browser's test version. */
  async file(request: FastifyRequest, { name, version, path }: FileRequest): Promise<StaticFile | undefined> {
    if (!version.includes(TEST_MARK)) return undefined;
    const test = await this.#testVersion(request, tokenIn(request) ?? '');
    if (test === undefined || test.override.name !== name || test.version !== version) return undefined;
    remember(request, test);
    return this.#overrides.file(test, path);
  }

  /** Returns whether a browser has a test version of a remote, or of any remote. */
  async isTesting(request: FastifyRequest, name?: string): Promise<boolean> {
    const test = await this.#testVersion(request, tokenIn(request) ?? '');
    return test !== undefined && (name === undefined || test.override.name === name);
  }

  /** Opens a link. */
  async open(
    request: FastifyRequest<{ Querystring: { token?: unknown } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    reply.header('cache-control', 'no-store');
    try {
      // Pictures, frames and scripts of other pages can't open it.
      if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') throw new OverrideRefused('INVALID');
      const { token } = request.query;
      const test = await this.#admit(typeof token === 'string' ? token : '');
      await this.#record(test, `link ${test.override.id} opened`);
      reply.header('set-cookie', overrideCookie(String(token), test.override.until, isHttps(request)));
      return reply.redirect('/', 303);
    } catch (thrown) {
      if (!(thrown instanceof OverrideRefused)) throw thrown;
      request.log.info({ code: thrown.code, reason: thrown.message }, 'override refused');
      return sendRefusal(reply, this.#brand, thrown, request.headers['accept-language']);
    }
  }

  /** Switches a browser with a development build to the next build of the same remote. */
  async renew(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const present = await this.#testVersion(request, tokenIn(request) ?? '');
    const token = isRecord(request.body) && typeof request.body.token === 'string' ? request.body.token : '';
    return respondWith(request, reply, async () => {
      const { override } = await this.#admit(token);
      const same = present?.override.name === override.name && present.override.team === override.team;
      if (!same || present.override.kind !== 'dev' || override.kind !== 'dev') throw new OverrideRefused('INVALID');
      reply.header('set-cookie', overrideCookie(token, override.until, isHttps(request)));
    });
  }

  /** Accepts a manifest from the developer of a build that this gateway can't fetch. */
  async acceptManifest(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const body = isRecord(request.body) ? request.body : {};
    const { token, manifest, publicKey } = body;
    return respondWith(request, reply, async () => {
      if (typeof token !== 'string' || typeof manifest !== 'string') throw new OverrideRefused('INVALID');
      if (typeof publicKey === 'string' && isFromHere(request)) this.#overrides.acceptLocalKey(token, publicKey);
      await this.#overrides.storeManifest(token, manifest);
    });
  }

  /** Asks the API about the account that signed in on a page, and removes the test version unless it is a tester's. */
  async checkAccount(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { authorization } = request.headers;
    const test = await this.#testVersion(request, tokenIn(request) ?? '');
    return respondWith(request, reply, async () => {
      if (test === undefined) throw new OverrideRefused('EXPIRED');
      if (authorization === undefined) return;
      if ((await testerStatusOf(this.#config.apiUrls, authorization)) !== 'other') return;
      await this.#endForOther(request, reply, test, authorization);
      throw new OverrideRefused('FOREIGN');
    });
  }

  /** Returns the browser to the published versions. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const test = await this.#testVersion(request, tokenIn(request) ?? '');
    return respondWith(request, reply, async () => {
      reply.header('set-cookie', noOverrideCookie(isHttps(request)));
      if (test) await this.#record(test, `link ${test.override.id} ended: closed`);
    });
  }

  async #watchSession(request: FastifyRequest, reply: FastifyReply, token: string): Promise<void> {
    const { authorization } = request.headers;
    const test = authorization === undefined ? undefined : await this.#testVersion(request, token);
    if (authorization === undefined || test === undefined) return;
    const status = await testerStatusOf(this.#config.apiUrls, authorization).catch(() => 'undecided');
    if (status === 'other') await this.#endForOther(request, reply, test, authorization);
  }

  async #endForOther(request: FastifyRequest, reply: FastifyReply, test: TestVersion, authorization: string) {
    reply.header('set-cookie', noOverrideCookie(isHttps(request)));
    const session = createHash('sha256').update(`${test.override.id} ${authorization}`).digest('base64');
    if (this.#endedSessions.has(session)) return;
    this.#endedSessions.add(session);
    if (this.#endedSessions.size > MAX_REMEMBERED) this.#endedSessions.clear();
    await this.#record(test, `link ${test.override.id} ended: the account that signed in is no tester`);
  }

  async #admit(token: string): Promise<TestVersion> {
    const deployed = await this.#deployment.current();
    if (deployed === undefined) throw new OverrideRefused('UNREACHABLE', 'nothing is published');
    return this.#overrides.testVersion(token, deployed.registry);
  }

  /** Returns the test version of a cookie; undefined if it no longer gives one. */
  async #testVersion(request: FastifyRequest, token: string): Promise<TestVersion | undefined> {
    if (token === '') return undefined;
    try {
      return await this.#admit(token);
    } catch (thrown) {
      request.log.info({ reason: thrown instanceof Error ? thrown.message : 'unknown' }, 'override not applied');
      return undefined;
    }
  }

  async #record({ override: { team, name }, build }: TestVersion, why: string): Promise<void> {
    await this.#store.record({ who: team, what: 'overridden', name, version: build, why });
  }
}

/** Runs `work` for a page of this gateway or a command. Responds with 204, or with the reason for a refusal. */
async function respondWith(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<void>,
): Promise<FastifyReply> {
  reply.header('cache-control', 'no-store');
  try {
    const from = request.headers['sec-fetch-site'] ?? 'same-origin';
    if (from !== 'same-origin' && from !== 'none') throw new OverrideRefused('INVALID');
    await work();
    return reply.code(204).send();
  } catch (thrown) {
    if (!(thrown instanceof OverrideRefused)) throw thrown;
    request.log.info({ code: thrown.code, reason: thrown.message }, 'override refused');
    return reply.code(thrown.status).send({ error: { code: thrown.code, message: thrown.message } });
  }
}

function sendNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const body = errorBody('NOT_FOUND', request.headers['accept-language']);
  return reply.code(404).headers({ 'cache-control': 'no-store', vary: 'Accept-Language' }).send(body);
}
