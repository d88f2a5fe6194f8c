/** Builds the API without listening, so that tests and the server start the same app. */
import { dirname } from 'node:path';
import fastify, { type FastifyServerOptions } from 'fastify';
import { operation, traceRequests } from 'server-kit/operation';
import { auditChain } from './audit/chain.ts';
import { auditOut } from './audit/out/plugin.ts';
import { auditVerification } from './audit/verification-job.ts';
import { speak } from './common/i18n.ts';
import { compileLazily, validatorOptions } from './common/lazy-schemas.ts';
import type { Config } from './config/config.ts';
import { feed } from './feed/feed.ts';
import { notifications } from './notifications/dispatcher.ts';
import { auth, deskLog, signIns } from './plugins/auth.ts';
import { database } from './plugins/database.ts';
import { deskGate } from './plugins/desk-gate.ts';
import { docs } from './plugins/docs.ts';
import { errors, sendBadRequest, sendBadUrl } from './plugins/errors.ts';
import { hygiene, localisation } from './plugins/hygiene.ts';
import { knownDevices } from './plugins/known-devices.ts';
import { sweep } from './plugins/sweep.ts';
import { connector } from './records/connector/connector.ts';
import { explainer } from './records/explain/explainer.ts';
import { hospitalOutbox } from './records/outbound/outbox.ts';
import { retention } from './retention/job.ts';
import { routes } from './routes/routes.ts';
import { breachedPasswords } from './security/passwords/breached-passwords.ts';
import { dailyQuestions } from './services/care/daily-job.ts';
import type { App } from './services/context.ts';
import { mailRequests } from './services/messages/mail-request-queue.ts';
import { messages } from './services/messages/notifier.ts';
import { surveyErasures } from './services/own-data/survey-erasures.ts';
import { staffOidc } from './services/staff-oidc/staff-oidc.ts';
import { followInternalServer, openInternalServer, serverOptions } from './start.ts';
import { live } from './stream/live.ts';

const BODY_LIMIT = 64 * 1024;

/** What a plugin needs is above it; when the app closes, they stop from the last to the first. */
const PLUGINS = [
  ...[database, live, notifications, messages, mailRequests],
  ...[
    auditChain,
    auditVerification,
    auditOut,
    surveyErasures,
    retention,
    explainer,
    hospitalOutbox,
    connector,
    feed,
    dailyQuestions,
    sweep,
  ],
  ...[
    staffOidc,
    breachedPasswords,
    localisation,
    hygiene,
    errors,
    auth,
    deskGate,
    deskLog,
    knownDevices,
    docs,
    signIns,
  ],
  routes,
];

/**
 * Builds the API, ready to listen or to be injected, with its database migrated and, in a demo, filled. Closing it
 * waits for messages being sent, then stops timers and closes database connections.
 * @throws if the database cannot be opened or migrated
 */
export async function buildApp(
  config: Config,
  logger: FastifyServerOptions['logger'] = false,
  compileSchemas = compileLazily,
): Promise<App> {
  const internal = await openInternalServer(config.internalTls);
  const app: App = fastify({
    ...serverOptions(config, logger, internal),
    bodyLimit: BODY_LIMIT,
    // Migrations, or waiting for another process that runs them, may take longer than Fastify's ten seconds.
    pluginTimeout: 0,
    exposeHeadRoutes: false,
    frameworkErrors: sendBadUrl,
    clientErrorHandler: sendBadRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
  });
  compileSchemas(app, validatorOptions(config));
  app.decorate('config', config);
  speak({ isDemo: config.demo.on });
  await traceRequests(app, 'lodestar-api', config.tracing);
  await app.register(operation, { operators: config.operators, dataFolder: dirname(config.database.file) });
  followInternalServer(app, internal);
  try {
    for (const plugin of PLUGINS) await app.register(plugin);
  } catch (error) {
    await app.close();
    throw error;
  }
  return app;
}
