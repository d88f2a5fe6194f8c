/** Types shared by plugins and routes. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyRequest,
  RawServerDefault,
} from 'fastify';
import { Type } from 'typebox';
import type { DeskAccess } from '../access/desk-access.ts';
import type { AuthLevel } from '../access/permissions.ts';
import type { Locale } from '../common/i18n.ts';
import type { OidcProvider } from '../config/staff-oidc.ts';
import type { Session } from '../repositories/accounts/sessions.ts';
import type { WardLimit } from '../repositories/accounts/staff-roles.ts';

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
  | 'database'
  | 'feed'
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: AuthLevel;
    /** For `staff`: which of them, and what the route is about. */
    desk?: DeskAccess;
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
    /** Wards to which a list at the desk is limited; null: to none. */
    wards: WardLimit;
    /** Identity provider whose SCIM client calls. */
    provisioner: OidcProvider | undefined;
    /** Whether this staff action has been written to the audit log. */
    isLogged: boolean;
    /** Error code returned for this request, for the log. */
    problemCode: string | undefined;
  }
}

/** Path of a thing by its id. */
export const ById = Type.Object({ id: Type.String({ maxLength: 64 }) });

/** Response of a route that returns nothing. */
export const NO_CONTENT = { 204: Type.Null() };

/**
 * Returns a function that makes the options of routes: who may call one (at the desk: `forStaff(…)`), what it does, and
 * the schemas of what it takes and returns.
 * @param tag of these routes in the API's documentation
 */
export const routeOptions =
  (tag: string) =>
  <Schema extends object>(
    access: Exclude<AuthLevel, 'staff'> | DeskAccess,
    summary: string,
    schema: Schema,
    config: Omit<FastifyContextConfig, 'auth' | 'desk'> = {},
  ) => ({
    config: {
      ...(typeof access === 'string' ? { auth: access } : { auth: 'staff' as const, desk: access }),
      ...config,
    },
    schema: { summary, tags: [tag], ...schema },
  });

/** Answers 204 after some work. */
export async function sendEmpty(reply: { code(status: 204): unknown }, work: Promise<unknown>): Promise<null> {
  await work;
  reply.code(204);
  return null;
}

/** Returns the session on a route that requires one. */
export function sessionOf(request: Pick<FastifyRequest, 'session'>): Session {
  if (!request.session) throw new Error('This route reads a session but does not require one');
  return request.session;
}
