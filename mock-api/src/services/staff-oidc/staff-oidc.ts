/** Staff sign-in through identity providers, as the rest of the API uses it. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/schema.ts';
import { findSession } from '../../repositories/accounts/sessions.ts';
import { SessionChecks } from './checks.ts';
import { Providers } from './providers.ts';

export class StaffOidc {
  readonly #db: Db;
  readonly providers: Providers;
  readonly checks: SessionChecks;

  constructor(db: Db, { staffOidc }: Config, log: Pick<FastifyBaseLogger, 'info'>) {
    this.#db = db;
    this.providers = new Providers(staffOidc);
    const report = (entry: object, message: string) => log.info(entry, message);
    this.checks = new SessionChecks(db, this.providers, staffOidc.recheck, report);
  }

  /** Checks the session of an open stream. Returns false while its provider can't be asked; an ended one is true. */
  async mayGoOn(token: string): Promise<boolean> {
    const session = await findSession(this.#db, token);
    return session === undefined || (await this.checks.check(session, token)) !== 'unknown';
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    staffOidc: StaffOidc;
  }
}

export const staffOidc = fastifyPlugin(async (app: FastifyInstance) => {
  app.decorate('staffOidc', new StaffOidc(app.db, app.config, app.log));
});
