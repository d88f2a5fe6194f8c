/** Types shared by plugins and routes. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { AuthLevel } from '../access/access.ts';
import type { Locale } from '../common/i18n.ts';
import type { Config } from '../config/config.ts';
import type { OidcProvider } from '../config/staff-oidc.ts';
import type { Db } from '../db/schema.ts';
import type { Connector } from '../records/connector/connector.ts';
import type { Explainer } from '../records/explain/explainer.ts';
import type { HospitalOutbox } from '../records/outbound/outbox.ts';
import type { Session } from '../repositories/accounts/sessions.ts';
import type { KnownDevices } from '../security/known-devices.ts';
import type { BreachedPasswords } from '../security/passwords/breached-passwords.ts';
import type { Live } from '../stream/live.ts';
import type { SurveyErasures } from './erasure/survey-erasures.ts';
import type { MailRequestQueue } from './messages/mail-request-queue.ts';
import type { Notifier } from './messages/notifier.ts';
import type { StaffOidc } from './staff-oidc/staff-oidc.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Dependencies passed to every route. */
export interface Services {
  config: Config;
  db: Db;
  notifier: Notifier;
  mailRequests: MailRequestQueue;
  devices: KnownDevices;
  breachedPasswords: BreachedPasswords;
  live: Live;
  staffOidc: StaffOidc;
  surveyErasures: SurveyErasures;
  /** Undefined: no FHIR server is configured. */
  connector: Connector | undefined;
  hospitalOutbox: HospitalOutbox | undefined;
  /** Undefined: the hospital has no service that explains reports. */
  explainer: Explainer | undefined;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: AuthLevel;
    /** Its response may open a full session or widen one: the browser becomes a known device of the account. */
    opensSession?: boolean;
    /** The page sends this request by itself: it does not extend an idle session. */
    watches?: boolean;
  }
  interface FastifyRequest {
    /** Language of the response. */
    locale: Locale;
    /** Language the request explicitly asked for, if any. */
    wantedLocale: Locale | undefined;
    session: Session | undefined;
    /** Identity provider whose SCIM client calls. */
    provisioner: OidcProvider | undefined;
    /** Whether this staff action has been written to the audit log. */
    isLogged: boolean;
    /** Error code returned for this request, for the log. */
    problemCode: string | undefined;
  }
}

/** Returns the session on a route that requires one. */
export function sessionOf(request: Pick<FastifyRequest, 'session'>): Session {
  if (!request.session) throw new Error('This route reads a session but does not require one');
  return request.session;
}
