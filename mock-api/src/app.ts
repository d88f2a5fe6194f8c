/** Builds the API without listening, so that tests and the server start the same app. */
import fastify, { type FastifyServerOptions } from 'fastify';
import type { App, Services } from './app-types.ts';
import { MINUTE } from './clock.ts';
import type { Config } from './config.ts';
import { CALL_PATIENCE, openDatabase, withDatabase } from './db/open.ts';
import type { Tables } from './db/schema.ts';
import { Live } from './live/live.ts';
import { pruneChanges } from './live/numbers.ts';
import { logController } from './logging.ts';
import { createDrivers } from './messages/drivers.ts';
import { MessageGateway } from './messages/gateway.ts';
import { NewsDispatcher } from './news/dispatcher.ts';
import { NewsWays } from './news/ways.ts';
import { auth } from './plugins/auth.ts';
import { deskLog } from './plugins/desk-log.ts';
import { docs } from './plugins/docs.ts';
import { answerBadUrl, answerBrokenRequest, errors } from './plugins/errors.ts';
import { hygiene } from './plugins/hygiene.ts';
import { localisation } from './plugins/localisation.ts';
import { operation, requestIdOf } from './plugins/operation.ts';
import { forgetWords } from './repositories/messages.ts';
import { dropForgotten } from './repositories/push-subscriptions.ts';
import { deleteExpired } from './repositories/sessions.ts';
import { deleteOldThrottles } from './repositories/throttles.ts';
import { accountRoutes } from './routes/accounts.ts';
import { agreementRoutes } from './routes/agreements.ts';
import { auditRoutes } from './routes/audit.ts';
import { careRoutes } from './routes/care.ts';
import { deskAccountRoutes } from './routes/desk/accounts.ts';
import { deskCareRoutes } from './routes/desk/care.ts';
import { deskPatientRoutes } from './routes/desk/patients.ts';
import { deskRequestRoutes } from './routes/desk/requests.ts';
import { deskSignUpRoutes } from './routes/desk/sign-ups.ts';
import { eventRoutes } from './routes/events.ts';
import { healthRoutes } from './routes/health.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { mediaRoutes } from './routes/media.ts';
import { navigatorRoutes } from './routes/navigator.ts';
import { outboxRoutes } from './routes/outbox.ts';
import { passkeyRoutes } from './routes/passkeys.ts';
import { pushRoutes } from './routes/push.ts';
import { requestRoutes } from './routes/requests.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { storyRoutes } from './routes/story.ts';
import { streamRoutes } from './routes/stream.ts';
import { supporterRoutes } from './routes/supporters.ts';
import { twilioRoutes } from './routes/twilio.ts';
import { userRoutes } from './routes/users.ts';
import { MailRequestQueue } from './services/mail-request-queue.ts';
import { Notifier } from './services/notifier.ts';
import { prepareDatabase } from './services/prepare.ts';

const BODY_LIMIT = 64 * 1024;
const SWEEP = 10 * MINUTE;

const ROUTES = [
  healthRoutes,
  sessionRoutes,
  passkeyRoutes,
  userRoutes,
  accountRoutes,
  careRoutes,
  navigatorRoutes,
  mediaRoutes,
  eventRoutes,
  storyRoutes,
  supporterRoutes,
  auditRoutes,
  agreementRoutes,
  invitationRoutes,
  requestRoutes,
  streamRoutes,
  pushRoutes,
  deskAccountRoutes,
  deskPatientRoutes,
  deskCareRoutes,
  deskRequestRoutes,
  deskSignUpRoutes,
] as const;

/** Periodically deletes expired rows. Returns a function that stops it. */
function sweepRegularly(app: App, { db }: Services): () => void {
  const timer = setInterval(() => {
    deleteExpired(db)
      .then(() => Promise.all([pruneChanges(db), forgetWords(db), dropForgotten(db), deleteOldThrottles(db)]))
      .catch((error: Error) => app.log.warn({ name: error.name }, 'sweep failed'));
  }, SWEEP);
  return () => clearInterval(timer);
}

/**
 * Builds the API, ready to listen or to be injected, with its database migrated and, in a demo, filled. Closing it
 * waits for messages being sent, then stops timers and closes database connections.
 * @throws if the database cannot be opened or migrated
 */
export async function buildApp(config: Config, logger: FastifyServerOptions['logger'] = false): Promise<App> {
  const app: App = fastify({
    logger,
    logController: logController(),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    trustProxy: [...config.trustedProxies],
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: answerBadUrl,
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
    ajv: { customOptions: { allErrors: true, coerceTypes: false, removeAdditional: false } },
  });
  const database = openDatabase<Tables>(config.database, {
    patience: CALL_PATIENCE,
    onLost: (error) => app.log.warn({ name: error.name }, 'database connection lost'),
  });
  const drivers = createDrivers(database.db, config);
  const ways = new NewsWays(config, drivers, app.log);
  const gateway = new MessageGateway(database.db, drivers, app.log, (...about) => ways.replace(...about));
  const news = new NewsDispatcher(database.db, ways, gateway, app.log);
  const notifier = new Notifier(gateway, config);
  const mailRequests = new MailRequestQueue(database.db, notifier, app.log);
  const live = new Live(database, config, app.log);
  const services: Services = { config, db: database.db, notifier, mailRequests, live };
  try {
    await withDatabase<Tables, void>(config.database, (own) => prepareDatabase(own, config));
    await live.start();
    await news.start();
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
  gateway.start();
  mailRequests.start();
  const stopSweeping = sweepRegularly(app, services);
  // By now the changes of the request are committed.
  app.addHook('onResponse', async () => live.afterCall());
  app.addHook('preClose', async () => live.endStreams());
  app.addHook('onClose', async () => {
    stopSweeping();
    await mailRequests.close();
    await news.close();
    await gateway.close();
    await live.close();
    await database.db.destroy();
  });
  await app.register(localisation);
  await app.register(hygiene);
  await app.register(errors, services);
  await app.register(auth, services);
  await app.register(deskLog);
  await app.register(docs);
  await app.register(operation, {
    works: async () => void (await database.db.selectFrom('facts').select('name').limit(1).execute()),
  });
  for (const routes of ROUTES) await app.register(routes, services);
  if (config.twilio) await app.register(twilioRoutes, services);
  if (config.demo.on) await app.register(outboxRoutes, services);
  return app;
}
