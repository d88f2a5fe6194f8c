/** The types that plugins and routes share. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/schema.ts';
import type { Locale } from './i18n.ts';
import type { Session } from './repositories/sessions.ts';
import type { MailRequestQueue } from './services/mail-request-queue.ts';
import type { Notifier } from './services/notifier.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** What a route needs to do its work. */
export interface Services {
  config: Config;
  db: Db;
  notifier: Notifier;
  mailRequests: MailRequestQueue;
}

/**
 * Who may call a route. `none`: anyone. `me`: any session, whatever the account's state. `narrow`: any session of an
 * account in good standing, also one whose PIN is still to come. `full`: a session that may see its person's data.
 * `second-factor`: a session of staff, also one whose second factor is still to come. `staff`: a full session of staff.
 */
export type AuthLevel = 'none' | 'me' | 'narrow' | 'full' | 'second-factor' | 'staff';

declare module 'fastify' {
  interface FastifyContextConfig {
    auth?: AuthLevel;
    /** A call that the page makes by itself: it does not keep an unused session alive. */
    watches?: boolean;
  }
  interface FastifyRequest {
    /** The language of this answer. */
    locale: Locale;
    /** The language the request asked for by name, if any. */
    wantedLocale: Locale | undefined;
    session: Session | undefined;
    /** Whether what staff did here is in the audit log. */
    isLogged: boolean;
    /** Code of the refusal that this request got, for the log. */
    problemCode: string | undefined;
  }
}

/** The session of a request to a route that requires one. */
export function sessionOf(request: Pick<FastifyRequest, 'session'>): Session {
  if (!request.session) throw new Error('This route reads a session but does not require one');
  return request.session;
}
