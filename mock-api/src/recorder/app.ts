/** The survey recorder: accepts each survey exactly once and returns a receipt. */
import { dirname } from 'node:path';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
} from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Kysely } from 'kysely';
import { isForOperators, operation, traceRequests } from 'server-kit/operation';
import { HOUR } from '../common/clock.ts';
import { measureBackups } from '../common/metrics.ts';
import { ProblemError } from '../common/problems.ts';
import { type ApiError, Health, ReceiptList, SurveyPayload, SurveyReceipt } from '../contract.ts';
import { dropAll, migrate, underStartLock } from '../db/migrate.ts';
import { type Database, isOutage, RETRY_OUTAGE } from '../db/open.ts';
import { openForRequests } from '../plugins/database.ts';
import { acceptJson } from '../plugins/json-body.ts';
import type { SurveyTokenClaims } from '../security/survey-token.ts';
import type { App } from '../services/context.ts';
import { followInternalServer, openInternalServer, serverOptions } from '../start.ts';
import { type Refusal, SurveyAccess, TOKEN_HEADER } from './access.ts';
import type { RecorderConfig } from './config.ts';
import { deleteOldSurveys } from './erasure.ts';
import { internalRoutes } from './internal-routes.ts';
import { type SurveyOutcome, SurveyStore } from './store.ts';
import { RECORDER_MIGRATIONS, RECORDER_TABLES, type RecorderTables } from './tables.ts';

/** In bytes: ten times what the product's own forms send at most. */
const BODY_LIMIT = 32 * 1024;
const KEY = /^[\x21-\x7e]{8,255}$/;
const RECEIPT = /^[\x21-\x7e]{1,64}$/;

const SENTENCES: Record<number, [code: string, message: string]> = {
  400: ['BAD_REQUEST', 'The request could not be understood.'],
  401: ['UNAUTHENTICATED', 'The authorizer header is missing or wrong.'],
  404: ['ROUTE_NOT_FOUND', 'There is nothing at this address.'],
  409: ['IN_FLIGHT', 'A survey with this Idempotency-Key is being processed. Please try again.'],
  413: ['TOO_LARGE', 'This is too much to send at once.'],
  415: ['WRONG_MEDIA_TYPE', 'Please send JSON (Content-Type: application/json).'],
  422: ['KEY_REUSED', 'This Idempotency-Key was used for another survey.'],
  429: ['TOO_MANY_SURVEYS', 'These are too many surveys at once. Please send this one again later.'],
  500: ['INTERNAL', 'Something went wrong'],
  503: ['UNAVAILABLE', 'The database cannot be reached just now. Please send the survey again in a moment.'],
};

function send(reply: FastifyReply, status: number, error: ApiError['error']): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ error }));
}

function refuse(reply: FastifyReply, status: number, fields?: Record<string, string>): FastifyReply {
  const known = SENTENCES[status] ? status : status >= 500 ? 500 : 400;
  const [code, message] = SENTENCES[known] ?? ['INTERNAL', ''];
  return send(reply, known, { code, message, ...(fields ? { fields } : {}) });
}

const TOKEN_SENTENCES: Record<string, string> = {
  TOKEN_REQUIRED: 'The Survey-Token header is missing. Please get a token from the API.',
  TOKEN_INVALID: 'The survey token was not issued here. Please get another one from the API.',
  TOKEN_EXPIRED: 'The survey token has expired. Please get another one from the API.',
  TOKEN_MISMATCH: 'The survey token was issued for another survey or another person.',
  TOKEN_ERASED: 'The account that the survey token was issued to is erased.',
  TOKEN_USED: 'The survey token was used for another survey. Please get another one from the API.',
};

function refuseAccess(reply: FastifyReply, refusal: Refusal): FastifyReply {
  if (refusal.status === 429) return refuse(reply.header('retry-after', refusal.retryAfter), 429);
  const { status, code } = refusal;
  return code === undefined
    ? refuse(reply, status)
    : send(reply, status, { code, message: TOKEN_SENTENCES[code] ?? '' });
}

const NOTHING_TO_REPLACE: ApiError['error'] = {
  code: 'RECEIPT_UNKNOWN',
  message:
    'There is no survey of this kind and hospital with the receipt in Replaces. Please send it without that header.',
};

const statusOf = (error: FastifyError) => (error instanceof ProblemError ? error.status : (error.statusCode ?? 500));

function fieldsOf(error: FastifyError): Record<string, string> | undefined {
  if (!error.validation) return undefined;
  return Object.fromEntries(
    error.validation.map(({ instancePath, params, message }) => {
      const extra = params.missingProperty ?? params.additionalProperty;
      const path = [...instancePath.split('/').filter(Boolean), ...(extra ? [String(extra)] : [])];
      return [path.join('.') || 'body', message ?? 'invalid'];
    }),
  );
}

function respond(reply: FastifyReply, outcome: SurveyOutcome): FastifyReply | SurveyReceipt {
  if (outcome.kind === 'in-flight') return refuse(reply.header('retry-after', '1'), 409);
  if (outcome.kind === 'other-payload') return refuse(reply, 422);
  if (outcome.kind === 'token-used') return refuseAccess(reply, { status: 403, code: 'TOKEN_USED' });
  if (outcome.kind === 'erased') return refuseAccess(reply, { status: 403, code: 'TOKEN_ERASED' });
  if (outcome.kind === 'nothing-to-replace') return send(reply, 404, NOTHING_TO_REPLACE);
  reply.code(outcome.replayed ? 200 : 201);
  return outcome.receipt;
}

function addRoutes(app: App, config: RecorderConfig, store: SurveyStore): void {
  const access = new SurveyAccess(config);
  app.decorateRequest('surveyToken', undefined);
  app.post(
    '/',
    {
      schema: { body: SurveyPayload, response: { 200: SurveyReceipt, 201: SurveyReceipt } },
      onRequest: async (request, reply) => {
        const checked = access.check(request);
        if (checked !== undefined && 'status' in checked) return refuseAccess(reply, checked);
        request.surveyToken = checked;
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      if (typeof key !== 'string' || !KEY.test(key)) {
        return refuse(reply, 400, { 'Idempotency-Key': '8 to 255 visible characters, one key a survey' });
      }
      const { replaces } = request.headers;
      if (replaces !== undefined && !(typeof replaces === 'string' && RECEIPT.test(replaces))) {
        return refuse(reply, 400, { Replaces: 'the receiptId of the survey that this one corrects' });
      }
      const { surveyToken: token, body } = request;
      const refusal = token && access.count(token, body);
      if (refusal) return refuseAccess(reply, refusal);
      let isNew = false;
      try {
        const outcome = await store.accept(key, body, { replaces, token });
        isNew = outcome.kind === 'receipt' && !outcome.replayed;
        return respond(reply, outcome);
      } finally {
        if (token && !isNew) access.undo(token);
      }
    },
  );
  app.get('/health', { schema: { response: { 200: Health } } }, async () => {
    await store.ping();
    return { status: 'ok' as const };
  });
  if (config.demo.on) {
    app.get('/receipts', { schema: { response: { 200: ReceiptList } } }, () => store.list());
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Claims of the survey token, at the recorder. */
    surveyToken: SurveyTokenClaims | undefined;
  }
}

const LOCAL = /^http:\/\/(localhost|127\.0\.0\.1)(:\d{1,5})?$/;
const PREFLIGHT_SECONDS = 600;

type CorsConfig = Pick<RecorderConfig, 'allowedOrigins' | 'demo' | 'authorizer'>;

function isAllowedOrigin(origin: string, { allowedOrigins, demo }: CorsConfig): boolean {
  return allowedOrigins.includes(origin) || (demo.on && LOCAL.test(origin));
}

/** CORS: lets the product's pages, and no others, post surveys from a browser. */
const cors = fastifyPlugin(async (app: FastifyInstance, config: CorsConfig) => {
  const headers = ['content-type', 'idempotency-key', 'replaces', TOKEN_HEADER, config.authorizer.header].join(', ');

  app.addHook('onRequest', async (request, reply) => {
    reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (!origin || !isAllowedOrigin(origin, config)) return;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'retry-after');
    if (request.method !== 'OPTIONS') return;
    reply.header('access-control-allow-methods', 'GET, POST');
    reply.header('access-control-allow-headers', headers);
    reply.header('access-control-max-age', String(PREFLIGHT_SECONDS));
  });

  app.options('/*', async (_request, reply) => reply.code(204).send());
});

async function prepare(database: Database<RecorderTables>, config: RecorderConfig): Promise<void> {
  await underStartLock(database, async (trx) => {
    if (config.demo.reset) await dropAll(trx, database.engine, RECORDER_TABLES);
    await migrate(trx, database.engine, RECORDER_MIGRATIONS);
  });
}

const SWEEP = HOUR;

/** Deletes surveys that have been kept for long enough, every hour while the recorder runs. */
function deleteRegularly(app: FastifyInstance, db: Kysely<RecorderTables>, days: number | undefined): void {
  const sweep = async () => {
    const surveys = await deleteOldSurveys(db, days);
    if (surveys > 0) app.log.info({ surveys }, 'retention');
  };
  const onError = (error: Error) => app.log.warn({ name: error.name }, 'retention failed');
  const timer = setInterval(() => void sweep().catch(onError), SWEEP);
  app.addHook('preClose', async () => clearInterval(timer));
}

/**
 * Builds the recorder, ready to listen or to be injected.
 * @throws if its database cannot be opened
 */
export async function buildRecorder(
  config: RecorderConfig,
  logger: FastifyServerOptions['logger'] = false,
): Promise<App> {
  const internal = await openInternalServer(config.internalTls);
  const app: App = fastify({
    ...serverOptions(config, logger, internal),
    bodyLimit: BODY_LIMIT,
    ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } },
  });
  await traceRequests(app, 'lodestar-recorder', config.tracing);
  await app.register(operation, { operators: config.operators, dataFolder: dirname(config.database.file) });
  followInternalServer(app, internal);
  const prepared = (own: Database<RecorderTables>) => prepare(own, config);
  const { db } = await openForRequests(app, config.database, prepared);
  app.removeAllContentTypeParsers();
  acceptJson(app, 'application/json');
  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff');
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    if (isForOperators(routeOptions.url)) return;
    request.log.info(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode, ms },
      'request completed',
    );
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const isDatabaseDown = isOutage(error);
    const status = isDatabaseDown ? 503 : error.validation ? 400 : statusOf(error);
    if (status >= 500) request.log.error({ name: error.name, code: error.code }, 'request failed');
    if (isDatabaseDown) reply.header('retry-after', RETRY_OUTAGE);
    return refuse(reply, status, fieldsOf(error));
  });
  app.setNotFoundHandler((_request, reply) => refuse(reply, 404));
  const { allowedOrigins, demo, authorizer } = config;
  await app.register(cors, { allowedOrigins, demo, authorizer });
  const store = new SurveyStore(db, config.retainAnswers);
  app.readiness.set('database', () => store.ping());
  measureBackups(app.metrics, (name) => store.fact(name));
  addRoutes(app, config, store);
  internalRoutes(app, { db, keys: config.surveyTokens.keys, refuse });
  deleteRegularly(app, db, config.retentionDays);
  return app;
}
