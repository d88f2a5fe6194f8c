import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { isRecord } from 'server-kit/fields';
import { isHttps } from 'server-kit/http';
import type { RenewedTls } from 'server-kit/tls/files';
import type { Brand } from 'shared-ui/contract';
import { type GatewayConfig, isLoopbackHost } from '../http/config.ts';
import { sendError } from '../http/messages.ts';
import type { Store } from '../registry/store/store.ts';
import { noOverrideCookie, overrideCookie, remember, testVersionOf } from './browser.ts';
import type { Overrides } from './overrides.ts';
import { OverrideError, sendRefusal } from './refusal.ts';
import { isTester } from './tester.ts';
import type { TestVersion } from './token.ts';

/** Paths that are the same for every browser, or that look up the test version themselves. */
const SAME_FOR_ALL =
  /^\/(shell|remotes|guest|brand|api|dev|outbox|override|repair|recorder|healthz|livez|readyz)(\/|$)/;
/** Sent by the service worker for responses that it caches for all later pages: they never contain a test version. */
const FOR_WORKER = 'lodestar-for';
/** Limit of a submitted manifest, in bytes: a remote.json lists a few hundred files at most. */
const MANIFEST_LIMIT = 1536 * 1024;
const MAX_REMEMBERED = 1_000;

interface Options {
  config: GatewayConfig;
  internalTls: RenewedTls | undefined;
  brand: { brand: Brand };
  store: Store;
  /** Undefined while test versions are off: the routes then return 404 and the cookie is ignored. */
  overrides: Overrides | undefined;
}

export const overrideRoutes = fastifyPlugin(async (app: FastifyInstance, options: Options) => {
  const { overrides } = options;
  if (overrides === undefined) {
    for (const url of ['/override', '/override/*'])
      app.all(url, (request, reply) => sendError(request, reply, 404, 'NOT_FOUND'));
    return;
  }
  const record = ({ override: { id, team, name }, build }: TestVersion, what: string) =>
    options.store.record({ who: team, what: 'overridden', name, version: build, why: `link ${id} ${what}` });
  const endForOthers = endingForOthers(options, record);
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers[FOR_WORKER] !== undefined) return;
    const path = request.url.split('?', 1)[0] ?? '/';
    const isCall = path.startsWith('/api/') && request.headers.authorization !== undefined;
    const test = isCall || !SAME_FOR_ALL.test(path) ? await overrides.ofRequest(request) : undefined;
    if (test === undefined) return;
    if (!isCall) return remember(request, test);
    await endForOthers(request, reply, test).catch((thrown: unknown) => {
      if (!(thrown instanceof OverrideError)) throw thrown;
    });
  });
  app.addHook('onSend', async (request, reply) => {
    const test = testVersionOf(request);
    // No cache may store what is for one browser and a limited time.
    if (test) reply.headers({ 'cache-control': 'no-store', 'lodestar-override': test.override.id });
  });
  addLink(app, options.brand.brand, overrides, record);
  addRequests(app, overrides, record, endForOthers);
});

type RecordUse = (test: TestVersion, what: string) => Promise<void>;
type EndForOthers = (request: FastifyRequest, reply: FastifyReply, test: TestVersion) => Promise<boolean>;

function addLink(app: FastifyInstance, brand: Brand, overrides: Overrides, record: RecordUse): void {
  app.get<{ Querystring: { token?: unknown } }>('/override', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    try {
      // Pictures, frames and scripts of other pages can't open it.
      if ((request.headers['sec-fetch-dest'] ?? 'document') !== 'document') throw new OverrideError('INVALID');
      const token = typeof request.query.token === 'string' ? request.query.token : '';
      const test = await overrides.admit(token);
      await record(test, 'opened');
      reply.header('set-cookie', overrideCookie(token, test.override.until, isHttps(request)));
      return reply.redirect('/', 303);
    } catch (thrown) {
      return sendRefusal(reply, brand, refused(request, thrown));
    }
  });
}

/** Adds the requests of pages and commands, which are answered with 204 or with the reason for a refusal. */
function addRequests(app: FastifyInstance, overrides: Overrides, record: RecordUse, endForOthers: EndForOthers): void {
  const answering = (work: (request: FastifyRequest, reply: FastifyReply) => Promise<void>) => {
    return async (request: FastifyRequest, reply: FastifyReply) => {
      reply.header('cache-control', 'no-store');
      try {
        const from = request.headers['sec-fetch-site'] ?? 'same-origin';
        if (from !== 'same-origin' && from !== 'none') throw new OverrideError('INVALID');
        await work(request, reply);
        return reply.code(204).send();
      } catch (thrown) {
        const { code, status, message } = refused(request, thrown);
        return reply.code(status).send({ error: { code, message } });
      }
    };
  };
  // Switches a browser with a development build to the next build of the same remote.
  app.post(
    '/override',
    answering(async (request, reply) => {
      const present = await overrides.ofRequest(request);
      const { token } = bodyOf(request);
      const { override } = await overrides.admit(token ?? '');
      const isSame = present?.override.name === override.name && present.override.team === override.team;
      if (!isSame || present.override.kind !== 'dev' || override.kind !== 'dev') throw new OverrideError('INVALID');
      reply.header('set-cookie', overrideCookie(token ?? '', override.until, isHttps(request)));
    }),
  );
  // Takes a manifest from the developer of a build that this gateway can't fetch.
  app.put(
    '/override/manifest',
    { bodyLimit: MANIFEST_LIMIT },
    answering(async (request) => {
      const { token, manifest, publicKey } = bodyOf(request);
      if (token === undefined || manifest === undefined) throw new OverrideError('INVALID');
      if (publicKey !== undefined && isFromHere(request)) overrides.acceptLocalKey(token, publicKey);
      await overrides.storeManifest(token, manifest);
    }),
  );
  // Asks the API about the account that signed in on a page, and removes the test version unless it is a tester's.
  app.post(
    '/override/keep',
    answering(async (request, reply) => {
      const test = await overrides.ofRequest(request);
      if (test === undefined) throw new OverrideError('EXPIRED');
      if (await endForOthers(request, reply, test)) throw new OverrideError('FOREIGN');
    }),
  );
  // Returns the browser to the published versions.
  app.post(
    '/override/end',
    answering(async (request, reply) => {
      const test = await overrides.ofRequest(request);
      reply.header('set-cookie', noOverrideCookie(isHttps(request)));
      if (test) await record(test, 'ended: closed');
    }),
  );
}

function bodyOf({ body }: FastifyRequest): Partial<Record<'token' | 'manifest' | 'publicKey', string>> {
  const entries = isRecord(body) ? Object.entries(body) : [];
  return Object.fromEntries(entries.filter(([, value]) => typeof value === 'string'));
}

/** Whether a command on this machine has sent a request. The name rules out pages of a domain that leads here. */
const isFromHere = ({ ip, hostname }: FastifyRequest) =>
  isLoopbackHost(ip.replace(/^::ffff:/, '')) && isLoopbackHost(hostname.replace(/:\d+$/, ''));

/** Returns the refusal that was thrown, and logs it. @throws anything else */
function refused(request: FastifyRequest, thrown: unknown): OverrideError {
  if (!(thrown instanceof OverrideError)) throw thrown;
  request.log.info({ code: thrown.code, reason: thrown.message }, 'override refused');
  return thrown;
}

/** Returns a function that removes a test version if an account that is no tester's has signed in, and says whether. */
function endingForOthers(options: Options, record: RecordUse): EndForOthers {
  /** Sessions that have lost a test version, so that the concurrent requests of a page record it only once. */
  const ended = new Set<string>();
  return async (request, reply, test) => {
    const { authorization } = request.headers;
    if (
      authorization === undefined ||
      (await isTester(options.config.apiUrls, authorization, options.internalTls?.contents)) !== false
    )
      return false;
    reply.header('set-cookie', noOverrideCookie(isHttps(request)));
    const session = createHash('sha256').update(`${test.override.id} ${authorization}`).digest('base64');
    if (ended.has(session)) return true;
    ended.add(session);
    if (ended.size > MAX_REMEMBERED) ended.clear();
    await record(test, 'ended: the account that signed in is no tester');
    return true;
  };
}
