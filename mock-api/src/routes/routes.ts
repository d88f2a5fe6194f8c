/** All routes of the API. */
import { Health } from '../contract.ts';
import { pingDatabase } from '../repositories/facts.ts';
import { type App, routeOptions, type Services } from '../services/context.ts';
import { accountRoutes, phoneChangeRoutes } from './accounts/accounts.ts';
import { authenticatorRoutes } from './accounts/authenticator.ts';
import { oidcRoutes } from './accounts/oidc.ts';
import { ownDataRoutes } from './accounts/own-data.ts';
import { passkeyRoutes } from './accounts/passkeys.ts';
import { sessionRoutes } from './accounts/sessions.ts';
import { invitationRoutes, supporterRoutes } from './accounts/supporters.ts';
import { agreementRoutes, userRoutes } from './accounts/users.ts';
import { auditRoutes } from './audit.ts';
import { careRoutes, navigatorRoutes } from './care.ts';
import { dailyRoutes } from './daily.ts';
import { deskAccountRoutes } from './desk/accounts.ts';
import { deskArrivalRoutes } from './desk/arrivals.ts';
import { deskExplanationRoutes } from './desk/explanations.ts';
import { deskFeedRoutes } from './desk/feed.ts';
import { deskLanguageRoutes } from './desk/languages.ts';
import { deskLeavingRoutes } from './desk/leaving.ts';
import { deskCareRoutes, deskPatientRoutes } from './desk/patients.ts';
import { deskPrivacyRoutes } from './desk/privacy.ts';
import { deskRecordLinkRoutes } from './desk/record-links.ts';
import { deskRequestRoutes } from './desk/requests.ts';
import { deskSignUpRoutes } from './desk/sign-ups.ts';
import { deskTemplateRoutes } from './desk/templates.ts';
import { eventRoutes } from './events.ts';
import { mediaRoutes } from './media.ts';
import { medicationCheckRoutes } from './medication-checks.ts';
import { outboxRoutes } from './operation/outbox.ts';
import { fhirNotifyRoutes, twilioRoutes } from './operation/webhooks.ts';
import { planRoutes } from './plans.ts';
import { pushRoutes } from './push.ts';
import { recordRoutes } from './records.ts';
import { requestRoutes } from './requests.ts';
import { scimRoutes } from './scim.ts';
import { storyRoutes } from './story.ts';
import { streamRoutes } from './stream.ts';

const options = routeOptions('operation');
const ROUTES = [
  healthRoutes,
  sessionRoutes,
  passkeyRoutes,
  authenticatorRoutes,
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
  planRoutes,
  medicationCheckRoutes,
  dailyRoutes,
  streamRoutes,
  pushRoutes,
  deskAccountRoutes,
  deskPatientRoutes,
  deskArrivalRoutes,
  deskCareRoutes,
  deskRequestRoutes,
  deskLeavingRoutes,
  deskSignUpRoutes,
  deskTemplateRoutes,
  deskRecordLinkRoutes,
  deskExplanationRoutes,
  deskFeedRoutes,
  deskLanguageRoutes,
  deskPrivacyRoutes,
  scimRoutes,
] as const;

export async function routes(app: App): Promise<void> {
  const { twilio, fhir, demo } = app.config;
  const optional = [
    ...(twilio ? [twilioRoutes] : []),
    ...(fhir?.notifySecret === undefined ? [] : [fhirNotifyRoutes]),
    ...(demo.on ? [outboxRoutes] : []),
  ];
  for (const add of [...ROUTES, ...optional]) await app.register(async (scope: App) => add(scope, scope));
}

/** `GET /api/health`: the process responds and reaches its database. */
async function healthRoutes(app: App, { db }: Services): Promise<void> {
  app.get(
    '/api/health',
    options('none', 'Is the API up, with its database', { response: { 200: Health } }),
    async () => {
      await pingDatabase(db);
      return { status: 'ok' as const };
    },
  );
}
