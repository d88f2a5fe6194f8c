import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { FILE, NAME, type TextRule, VERSION } from 'shared-ui/contract/documents';
import { readTextIfThere } from '../common/disk.ts';
import { isOperator, type OperatorAccess } from '../common/operator-access.ts';
import { hasCode, PlainError } from '../common/plain-error.ts';
import { GATE_CODE, GateRefusal } from '../publish/gate/gate.ts';
import { publishedFolder, registryFile } from '../registry/registry.ts';
import { showsSources } from '../registry/source-maps.ts';
import { type KnownVersionHealth, readOrder, readPrepared } from '../rollout/release/order.ts';
import { Refusal } from '../rollout/release/refusal.ts';
import { versionHealthOf } from '../rollout/release/version-health.ts';
import { jsonIn, Signers } from '../team-requests/signers.ts';
import type { Fleet } from './fleet.ts';
import { drop, prepare, switchTo } from './prepare.ts';
import { addQuestionRoutes } from './questions.ts';
import { storeUpload } from './staging.ts';
import { stateOf } from './state.ts';

/** Largest file of a version that a gateway accepts, in bytes. */
const FILE_LIMIT = 64 * 1024 * 1024;
const ORDER_LIMIT = 256 * 1024;

interface FleetOptions {
  root: string;
  /** The file of the teams' public keys. */
  teamsFile: string;
  fleet: Fleet;
  /** Who may read, besides teams, whose requests are signed. */
  operators: OperatorAccess;
}

/**
 * Adds the endpoints for other gateways and for publishers. Reading needs the operator's token or a team's signature,
 * except in a demo; each change must be signed by a team that may publish the remote.
 */
export async function addFleetRoutes(app: FastifyInstance, options: FleetOptions): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    scope.setErrorHandler((error, request, reply) => handleError(error, request, reply));
    const signers = new Signers(options.teamsFile);
    addReadRoutes(scope, options, signers);
    addQuestionRoutes(scope, options.root, signers, ORDER_LIMIT);
    addOrderRoutes(scope, options.root, signers);
  });
}

function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalFor(error);
  if (refusal === undefined) throw error;
  request.log.info({ status: refusal.status, reason: refusal.message }, 'deploy request refused');
  return reply.code(refusal.status).send(refusal.body);
}

function refusalFor(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  // Forbidden by a publishing rule, given the state of the registry.
  if (error instanceof GateRefusal) return new Refusal(409, error.message, GATE_CODE);
  if (error instanceof PlainError) return new Refusal(409, error.message);
  if (hasCode(error, 'FST_ERR_CTP_BODY_TOO_LARGE'))
    return new Refusal(413, 'The body is larger than a gateway accepts.');
  return undefined;
}

interface FileParams {
  name: string;
  version: string;
  '*': string;
}

function readFileParams({ name, version, '*': path }: FileParams): { name: string; version: string; path: string } {
  const check = (what: string, value: string, { pattern, says }: TextRule) => {
    if (!pattern.test(value)) throw new Refusal(400, `The ${what} must be ${says}.`);
  };
  check('name', name, NAME);
  check('version', version, VERSION);
  check('file', path, FILE);
  return { name, version, path };
}

function addReadRoutes(scope: FastifyInstance, { root, fleet, operators }: FleetOptions, signers: Signers): void {
  const onlyReaders = async (request: FastifyRequest) => {
    if (!isOperator(operators, request.headers.authorization)) await signers.teamOf(request);
  };
  const quiet = { logLevel: 'silent', preHandler: onlyReaders } as const;
  scope.get<{ Querystring: Record<string, string> }>('/deploy/state', quiet, async (request, reply) => {
    const { revision = '', digest = '' } = request.query;
    if (/^\d{1,15}$/.test(revision)) await fleet.receiveState({ revision: Number(revision), digest });
    const prepared = (await readPrepared(root))?.order.id ?? null;
    return reply.send({ gateway: fleet.gateway, ...(await stateOf(root)), settled: fleet.isSettled, prepared });
  });
  scope.get('/deploy/registry', { preHandler: onlyReaders }, async (_request, reply) => {
    const text = await readTextIfThere(registryFile(root));
    if (text === undefined) throw new Refusal(404, 'Nothing is published here yet.');
    return reply.type('application/json; charset=utf-8').send(text);
  });
  scope.get<{ Params: FileParams }>(
    '/deploy/files/:name/:version/*',
    { preHandler: onlyReaders },
    async (request, reply) => {
      const { name, version, path } = readFileParams(request.params);
      const file = join(publishedFolder(root, name, version), path);
      const content = showsSources(path) ? undefined : await readFile(file).catch(() => undefined);
      if (content === undefined) throw new Refusal(404, `There is no ${path} of ${name} ${version} here.`);
      return reply.type('application/octet-stream').send(content);
    },
  );
}

function addOrderRoutes(scope: FastifyInstance, root: string, signers: Signers): void {
  const limit = { bodyLimit: ORDER_LIMIT };
  scope.post<{ Params: FileParams }>(
    '/deploy/files/:name/:version/*',
    { bodyLimit: FILE_LIMIT },
    async (request, reply) => {
      const { team, bytes, allowed } = await signers.teamOf(request);
      const { name, version, path } = readFileParams(request.params);
      allowed(name);
      await storeUpload(root, team, name, version, path, bytes);
      return reply.code(204).send();
    },
  );
  scope.post('/deploy/standing', limit, async (request, reply) => {
    const { bytes, allowed } = await signers.teamOf(request);
    const name = textIn(bytes, 'name');
    allowed(name);
    return reply.send(await knownVersionHealth(root, name));
  });
  scope.post('/deploy/prepare', limit, async (request, reply) => {
    const { teams, team, bytes, allowed } = await signers.teamOf(request);
    const order = readOrder(jsonIn(bytes));
    allowed(order.name);
    return reply.send(await prepare(root, teams, team, order));
  });
  scope.post('/deploy/switch', limit, async (request, reply) => {
    const { teams, team, bytes } = await signers.teamOf(request);
    const id = textIn(bytes, 'id');
    await refuseOtherTeams(root, team, id);
    return reply.send(await switchTo(root, teams, id));
  });
  scope.post('/deploy/drop', limit, async (request, reply) => {
    const { team, bytes } = await signers.teamOf(request);
    const id = textIn(bytes, 'id');
    await refuseOtherTeams(root, team, id);
    await drop(root, id);
    return reply.code(204).send();
  });
}

/** Throws Refusal (403) for other teams: only an order's team may switch to it or drop it. */
async function refuseOtherTeams(root: string, team: string, id: string): Promise<void> {
  const prepared = await readPrepared(root);
  if (prepared?.order.id === id && prepared.team !== team) {
    throw new Refusal(403, `This order belongs to team ${prepared.team}.`);
  }
}

function textIn(bytes: Buffer, field: 'id' | 'name'): string {
  const value = jsonIn(bytes);
  const text = typeof value === 'object' && value !== null && field in value ? Reflect.get(value, field) : undefined;
  if (typeof text === 'string' && text !== '') return text;
  throw new Refusal(400, `The body must have a text "${field}".`);
}

async function knownVersionHealth(root: string, name: string): Promise<KnownVersionHealth> {
  const { order, givenUp, verdict } = await versionHealthOf(root, name);
  const judged = (wanted: 'healthy' | 'failing') => order.filter((version) => verdict(version) === wanted);
  return { order: [...order], givenUp: [...givenUp], healthy: judged('healthy'), failing: judged('failing') };
}
