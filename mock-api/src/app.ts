/** Builds the API without listening, so that tests and the server start the same app. */
import fastify, { type FastifyServerOptions } from 'fastify';
import { type EmailFormat, isEmail, isPlainName } from 'shared-ui/contract';
import { CHECK_INTERVAL_MS, HEADERS_TIMEOUT_MS, REQUEST_TIMEOUT_MS } from '../../gateway/http/operation/connections.ts';
import { traceRequests } from '../../gateway/http/tracing/tracing.ts';
import { AuditChain } from './audit/chain.ts';
import { AuditVerification } from './audit/verification-job.ts';
import { pruneChanges } from './changes/numbers.ts';
import { MINUTE } from './common/clock.ts';
import { type AjvOptions, compileLazily } from './common/lazy-schemas.ts';
import { logController } from './common/logging.ts';
import type { Config } from './config/config.ts';
import { EMAIL_ADDRESS, PLAIN_NAME } from './contract/parts.ts';
import { CALL_TIMEOUT, openDatabase, withDatabase } from './db/open.ts';
import { ownsAudit } from './db/roles.ts';
import type { Db, Tables } from './db/schema.ts';
import { createDrivers } from './delivery/drivers.ts';
import { measureDeliveries } from './delivery/metrics.ts';
import { MessageGateway } from './delivery/outbox.ts';
import { ChannelSelector } from './notifications/channel-selector.ts';
import { NotificationDispatcher } from './notifications/dispatcher.ts';
import { auth, deskLog } from './plugins/auth.ts';
import { docs } from './plugins/docs.ts';
import { errors, sendBadRequest, sendBadUrl } from './plugins/errors.ts';
import { hygiene, localisation } from './plugins/hygiene.ts';
import { knownDevices } from './plugins/known-devices.ts';
import { operation, requestIdOf } from './plugins/operation.ts';
import { countSignIns } from './plugins/sign-ins.ts';
import { Connector } from './records/connector/connector.ts';
import { Explainer } from './records/explain/explainer.ts';
import { HospitalOutbox } from './records/outbound/outbox.ts';
import { findNames } from './records/words/names.ts';
import { deleteExpired } from './repositories/accounts/sessions.ts';
import { deleteOldThrottles } from './repositories/accounts/throttles.ts';
import { clearOldBodies } from './repositories/messages/messages.ts';
import { deleteStaleSubscriptions } from './repositories/messages/push-subscriptions.ts';
import { RetentionJob } from './retention/job.ts';
import { accountRoutes } from './routes/accounts/accounts.ts';
import { oidcRoutes } from './routes/accounts/oidc.ts';
import { ownDataRoutes } from './routes/accounts/own-data.ts';
import { passkeyRoutes } from './routes/accounts/passkeys.ts';
import { phoneChangeRoutes } from './routes/accounts/phone-changes.ts';
import { sessionRoutes } from './routes/accounts/sessions.ts';
import { invitationRoutes, supporterRoutes } from './routes/accounts/supporters.ts';
import { agreementRoutes, userRoutes } from './routes/accounts/users.ts';
import { auditRoutes } from './routes/audit.ts';
import { careRoutes } from './routes/care.ts';
import { deskAccountRoutes } from './routes/desk/accounts.ts';
import { deskCareRoutes } from './routes/desk/care.ts';
import { deskExplanationRoutes } from './routes/desk/explanations.ts';
import { deskPatientRoutes } from './routes/desk/patients.ts';
import { deskRecordLinkRoutes } from './routes/desk/record-links.ts';
import { deskRequestRoutes } from './routes/desk/requests.ts';
import { deskSignUpRoutes } from './routes/desk/sign-ups.ts';
import { deskTemplateRoutes } from './routes/desk/templates.ts';
import { eventRoutes } from './routes/events.ts';
import { mediaRoutes } from './routes/media.ts';
import { navigatorRoutes } from './routes/navigator.ts';
import { fhirNotifyRoutes } from './routes/operation/fhir-notify.ts';
import { healthRoutes } from './routes/operation/health.ts';
import { outboxRoutes } from './routes/operation/outbox.ts';
import { twilioRoutes } from './routes/operation/twilio.ts';
import { pushRoutes } from './routes/push.ts';
import { recordRoutes } from './routes/records.ts';
import { requestRoutes } from './routes/requests.ts';
import { scimRoutes } from './routes/scim.ts';
import { storyRoutes } from './routes/story.ts';
import { streamRoutes } from './routes/stream.ts';
import { KnownDevices } from './security/known-devices.ts';
import { BreachedPasswords } from './security/passwords/breached-passwords.ts';
import type { App, Services } from './services/context.ts';
import { prepareDatabase, readDeviceKey } from './services/demo/prepare.ts';
import { SurveyErasures } from './services/erasure/survey-erasures.ts';
import { MailRequestQueue } from './services/messages/mail-request-queue.ts';
import { Notifier } from './services/messages/notifier.ts';
import { TextBudgets } from './services/messages/text-budgets.ts';
import { endExpired } from './services/sharing/invitations.ts';
import { StaffOidc } from './services/staff-oidc/staff-oidc.ts';
import { Live } from './stream/live.ts';

const BODY_LIMIT = 64 * 1024;
const SWEEP = 10 * MINUTE;

const ROUTES = [
  healthRoutes,
  sessionRoutes,
  passkeyRoutes,
  oidcRoutes,
  userRoutes,
  ownDataRoutes,
  accountRoutes,
  phoneChangeRoutes,
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
  recordRoutes,
  streamRoutes,
  pushRoutes,
  deskAccountRoutes,
  deskPatientRoutes,
  deskCareRoutes,
  deskRequestRoutes,
  deskSignUpRoutes,
  deskTemplateRoutes,
  deskRecordLinkRoutes,
  deskExplanationRoutes,
  scimRoutes,
] as const;

const ajvOptions = (emailFormat: EmailFormat): AjvOptions => ({
  allErrors: true,
  coerceTypes: false,
  removeAdditional: false,
  formats: {
    [PLAIN_NAME]: isPlainName,
    [EMAIL_ADDRESS]: (text: string) => isEmail(text, emailFormat),
  },
});

const AJV_OPTIONS: Record<EmailFormat, AjvOptions> = {
  basic: ajvOptions('basic'),
  standard: ajvOptions('standard'),
};

/**
 * Periodically deletes expired rows, ends expired invitations and logs the last link of the audit chain. Returns a
 * function that stops it.
 */
function sweepRegularly(app: App, { db }: Services, chain: AuditChain): () => void {
  const timer = setInterval(() => {
    deleteExpired(db)
      .then(() =>
        Promise.all([
          pruneChanges(db),
          clearOldBodies(db),
          deleteStaleSubscriptions(db),
          deleteOldThrottles(db),
          endExpired(db),
          chain.logHead(),
        ]),
      )
      .catch((error: Error) => app.log.warn({ name: error.name }, 'sweep failed'));
  }, SWEEP);
  return () => clearInterval(timer);
}

/** Returns what keeps records in step with the hospital's FHIR server; undefined without one. */
function connectRecords(db: Db, config: Config, log: App['log'], live: Live): Connector | undefined {
  const { fhir, recordNames, brand, explainUrl } = config;
  if (!fhir) return undefined;
  const isExplained = explainUrl !== undefined;
  const settings = { nameOf: findNames(recordNames), hospital: brand.hospital, isExplained };
  return new Connector({ db, fhir, settings, log, onWritten: () => live.afterRequest() });
}

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
  const app: App = fastify({
    logger,
    logController: logController(),
    genReqId: requestIdOf,
    bodyLimit: BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: CHECK_INTERVAL_MS },
    trustProxy: [...config.trustedProxies],
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    exposeHeadRoutes: false,
    frameworkErrors: sendBadUrl,
    clientErrorHandler: sendBadRequest,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 128 },
  });
  compileSchemas(app, AJV_OPTIONS[config.emailFormat]);
  await traceRequests(app, 'lodestar-api', config.tracing);
  const database = openDatabase<Tables>(config.database, {
    statementTimeout: CALL_TIMEOUT,
    onLost: (error) => app.log.warn({ name: error.name }, 'database connection lost'),
  });
  const drivers = createDrivers(database.db, config);
  const selector = new ChannelSelector(config, drivers, app.log);
  const gateway = new MessageGateway(database.db, drivers, app.log, (...about) => selector.replace(...about));
  const dispatcher = new NotificationDispatcher(database.db, selector, gateway, app.log);
  const notifier = new Notifier(gateway, config, app.log);
  const mailRequests = new MailRequestQueue(database.db, notifier, app.log);
  const live = new Live(database, config, app.log);
  try {
    await withDatabase<Tables, void>(config.database, (own) => prepareDatabase(own, config));
    if (!config.demo.on && database.engine === 'postgres' && (await ownsAudit(database.db)))
      app.log.warn('the role in DATABASE_URL owns the audit log and could change it (docs/operate.md, Database roles)');
    await live.start();
    await dispatcher.start();
  } catch (error) {
    await database.db.destroy();
    throw error;
  }
  gateway.start();
  mailRequests.start();
  const devices = new KnownDevices(await readDeviceKey(database.db, config), config.publicUrl);
  const staffOidc = new StaffOidc(database.db, config, app.log);
  const surveyErasures = new SurveyErasures(database.db, config, app.log);
  surveyErasures.start();
  const connector = connectRecords(database.db, config, app.log, live);
  connector?.start();
  const hospitalOutbox = config.fhir && new HospitalOutbox(database.db, config, config.fhir, app.log);
  hospitalOutbox?.start();
  const explainer =
    config.explainUrl === undefined ? undefined : new Explainer(database.db, config.explainUrl, app.log);
  explainer?.start();
  const services: Services = {
    config,
    db: database.db,
    notifier,
    mailRequests,
    devices,
    breachedPasswords: new BreachedPasswords(config.breachedPasswordsUrl, app.log),
    live,
    staffOidc,
    surveyErasures,
    connector,
    hospitalOutbox,
    explainer,
  };
  const chain = new AuditChain(database, app.log);
  chain.start();
  const verification = new AuditVerification(database.db, app.log);
  verification.start();
  const retention = new RetentionJob(database.db, config.retention, app.log);
  retention.start();
  const stopSweeping = sweepRegularly(app, services, chain);
  // By now the changes of the request are committed.
  app.addHook('onResponse', async () => live.afterRequest());
  app.addHook('preClose', async () => live.endStreams());
  app.addHook('onClose', async () => {
    stopSweeping();
    await connector?.close();
    await hospitalOutbox?.close();
    await explainer?.close();
    await retention.close();
    await surveyErasures.close();
    await verification.close();
    await chain.close();
    await mailRequests.close();
    await dispatcher.close();
    await gateway.close();
    await live.close();
    await database.db.destroy();
  });
  await app.register(localisation);
  await app.register(hygiene);
  await app.register(errors, services);
  await app.register(auth, services);
  await app.register(deskLog);
  await app.register(knownDevices, services);
  await app.register(docs, { operators: config.operators });
  await app.register(operation, {
    operators: config.operators,
    works: async () => void (await database.db.selectFrom('facts').select('name').limit(1).execute()),
    measure: (registry) => {
      countSignIns(app, registry);
      new TextBudgets(config.limits, app.log).measure(registry, database.db);
      gateway.attempts.measure(registry);
      measureDeliveries(registry, database.db);
      live.measure(registry);
      chain.measure(registry);
      verification.measure(registry);
    },
  });
  for (const routes of ROUTES) await app.register(routes, services);
  if (config.twilio) await app.register(twilioRoutes, services);
  if (config.fhir?.notifySecret !== undefined) await app.register(fhirNotifyRoutes, services);
  if (config.demo.on) await app.register(outboxRoutes, services);
  return app;
}
