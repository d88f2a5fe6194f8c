/** The types that plugins and routes share. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify';
import type { Config } from './config.ts';
import type { Db } from './db/schema.ts';
import type { Locale } from './i18n.ts';
import type { Live } from './live/live.ts';
import type { Session } from './repositories/sessions.ts';
import type { AuthLevel } from './security/access.ts';
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
  live: Live;
}

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
