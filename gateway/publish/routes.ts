import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readTextIfThere } from 'server-kit/disk';
import { isOperator } from 'server-kit/http';
import { hasCode, PlainError } from 'server-kit/plain-error';
import { FILE, type FormOf, NAME, type TextRule, VERSION } from 'shared-ui/contract/documents';
import type { GatewayConfig } from '../http/config.ts';
import { readRecords } from '../registry/history.ts';
import { registryFile } from '../registry/registry.ts';
import type { Store } from '../registry/store/store.ts';
import { answerTo } from '../rollout/versions/rollout.ts';
import { RefusalError, readBody, Signers } from '../team-requests/signed-request.ts';
import type { ClauseResult } from './gate/clause-result.ts';
import { CHECK_REQUEST, GATE_CODE, GateError, runGate } from './gate/gate.ts';
import { factsOfDeployRoot } from './gate/host-facts.ts';
import { carryOut, type Order, readOrder } from './order.ts';
import { endPreview, readPreviewEnd, readPreviewOrder, showPreview } from './preview/order.ts';
import { type Source, storeUpload, type UploadedFile, withHosted, withUpload } from './staging.ts';

/** Largest file of a version that a gateway accepts, in bytes. */
const FILE_LIMIT = 64 * 1024 * 1024;
const LIMIT = { bodyLimit: 256 * 1024 };

interface Options {
  store: Store;
  config: Pick<GatewayConfig, 'teamsFile' | 'operators' | 'overrides' | 'publicUrl'>;
}

/**
 * Adds the endpoints for publishers. Each change must be signed by a team that may publish the remote. Reading the
 * registry needs the operator's token or a team's signature, except in a demo.
 */
export const publishing = async (scope: FastifyInstance, options: Options): Promise<void> => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
  scope.setErrorHandler((error, request, reply) => handleError(error, request, reply));
  const signers = new Signers(options.config.teamsFile);
  addQuestions(scope, options, signers);
  addOrders(scope, options.store, signers);
  addPreviews(scope, options, signers);
};

function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error);
  if (refusal === undefined) throw error;
  request.log.info({ status: refusal.status, reason: refusal.message }, 'deploy request refused');
  return reply.code(refusal.status).send(refusal.body);
}

function refusalFor(error: unknown): RefusalError | undefined {
  if (error instanceof RefusalError) return error;
  // Forbidden by a publishing rule, given the state of the registry.
  if (error instanceof GateError) return new RefusalError(409, error.message, GATE_CODE);
  if (error instanceof PlainError) return new RefusalError(409, error.message);
  if (hasCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE'))
    return new RefusalError(413, 'The body is larger than a gateway accepts.');
  return undefined;
}

const ABOUT_REMOTE: FormOf<{ name: string }> = {
  kind: 'object',
  required: { name: { kind: 'text', rule: NAME } },
  optional: {},
};

/** Adds the endpoints that change nothing: the registry, whose a key is, whether a build may be published, the history. */
function addQuestions(scope: FastifyInstance, { store: { root }, config }: Options, signers: Signers): void {
  const onlyReaders = async (request: FastifyRequest) => {
    if (!isOperator(config.operators, request.headers.authorization)) await signers.teamOf(request);
  };
  scope.get('/deploy/registry', { preHandler: onlyReaders }, async (_request, reply) => {
    const text = await readTextIfThere(registryFile(root));
    if (text === undefined) throw new RefusalError(404, 'Nothing is published here yet.');
    return reply.type('application/json; charset=utf-8').send(text);
  });
  scope.post('/deploy/team', LIMIT, async (request, reply) =>
    reply.send({ teams: await signers.ownersOfKey(request) }),
  );
  scope.post('/deploy/check', LIMIT, async (request, reply) => {
    const { team, bytes, allowed } = await signers.teamOf(request);
    const { trust, receipt, ...build } = readBody(CHECK_REQUEST, bytes);
    allowed(build.name);
    const facts = await factsOfDeployRoot(root);
    const clauses: ClauseResult[] = await withUpload(root, team, build, ({ folder }) =>
      runGate({ folder, facts, trust, receipt }),
    );
    return reply.send({ clauses });
  });
  scope.post('/deploy/history', LIMIT, async (request, reply) => {
    const { bytes, allowed } = await signers.teamOf(request);
    const { name } = readBody(ABOUT_REMOTE, bytes);
    allowed(name);
    return reply.send({ acts: await readRecords(root, name) });
  });
}

function addOrders(scope: FastifyInstance, store: Store, signers: Signers): void {
  scope.post<{ Params: FileParams }>(
    '/deploy/files/:name/:version/*',
    { bodyLimit: FILE_LIMIT },
    async (request, reply) => {
      const { team, bytes, allowed } = await signers.teamOf(request);
      const uploaded = readFileParams(request.params);
      allowed(uploaded.name);
      await storeUpload(store.root, team, uploaded, bytes);
      return reply.code(204).send();
    },
  );
  scope.post('/deploy/order', LIMIT, async (request, reply) => {
    const { teams, team, bytes, allowed } = await signers.teamOf(request);
    const order = readOrder(bytes);
    allowed(order.name);
    const released = await withSource(store.root, team, order, (source) =>
      carryOut(store, order, { who: team, teams, source }),
    );
    return reply.send({ message: answerTo(order, released) });
  });
}

/** Adds the endpoints for the builds of pull requests, which links show while the gateway allows test versions. */
function addPreviews(scope: FastifyInstance, { store, config }: Options, signers: Signers): void {
  scope.post('/deploy/preview', LIMIT, async (request, reply) => {
    const { teams, team, bytes, allowed } = await signers.teamOf(request);
    const order = readPreviewOrder(bytes);
    allowed(order.name);
    if (!config.overrides)
      throw new RefusalError(409, 'Test versions are off here: the operator allows them with ALLOW_OVERRIDES=1.');
    await withUpload(store.root, team, order, (source) => showPreview(store, order, source, { team, teams }));
    return reply.send({ gateway: config.publicUrl });
  });
  scope.post('/deploy/preview/end', LIMIT, async (request, reply) => {
    const { team, bytes, allowed } = await signers.teamOf(request);
    const end = readPreviewEnd(bytes);
    allowed(end.name);
    return reply.send({ ended: await endPreview(store, end, { team }) });
  });
}

/** Runs `use` with the files of the version that an order brings: those that the team has sent, or has on its own server. */
function withSource<T>(
  root: string,
  team: string,
  order: Order,
  use: (source: Source | undefined) => Promise<T>,
): Promise<T> {
  const { name, version = '', integrity, url } = order;
  if (integrity === undefined) return use(undefined);
  const brought = { name, version, integrity };
  return url === undefined ? withUpload(root, team, brought, use) : withHosted(root, url, brought, use);
}

interface FileParams {
  name: string;
  version: string;
  '*': string;
}

function readFileParams({ name, version, '*': path }: FileParams): UploadedFile {
  const check = (what: string, value: string, { pattern, says }: TextRule) => {
    if (!pattern.test(value)) throw new RefusalError(400, `The ${what} must be ${says}.`);
  };
  check('name', name, NAME);
  check('version', version, VERSION);
  check('file', path, FILE);
  return { name, version, path };
}
