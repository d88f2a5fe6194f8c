/** Types shared by plugins and routes. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { AuthLevel } from '../access/permissions.ts';
import type { Locale } from '../common/i18n.ts';
import type { OidcProvider } from '../config/staff-oidc.ts';
import type { Session } from '../repositories/accounts/sessions.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What routes use of the app: its settings, and what its plugins add. */
export type Services = Pick<
  FastifyInstance,
  | 'config'
  | 'db'
  | 'notifier'
  | 'mailRequests'
  | 'devices'
  | 'breachedPasswords'
  | 'live'
  | 'staffOidc'
  | 'surveyErasures'
  | 'connector'
  | 'hospitalOutbox'
>;

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
