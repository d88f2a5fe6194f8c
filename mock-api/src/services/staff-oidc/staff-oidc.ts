/** Staff sign-in through identity providers, as the rest of the API uses it. */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { type Configuration, fetchUserInfo, refreshTokenGrant } from 'openid-client';
import { after, MINUTE, now } from '../../common/clock.ts';
import type { Config } from '../../config/config.ts';
import type { OidcProvider } from '../../config/staff-oidc.ts';
import type { Db } from '../../db/schema.ts';
import { claimCheck, type OidcSessionRow, saveCheck } from '../../repositories/accounts/oidc.ts';
import { endSession, findSession, type Session } from '../../repositories/accounts/sessions.ts';
import { audit } from '../../repositories/audit.ts';
import { seal, unseal } from '../../security/sealed.ts';
import { type Claims, isStaffRole, type Tokens, withRoles } from './claims.ts';
import { applyGroups } from './groups.ts';
import { codeOf, isUnreachable, Providers } from './providers.ts';

/** How long a session goes on while its provider is unreachable: an outage must not stop a ward. */
const GRACE = 10 * MINUTE;

/** Whether a session may go on; `unknown`: not until its provider is reachable again. */
type CheckResult = 'ok' | 'ended' | 'unknown';

interface CurrentClaims {
  claims: Claims;
  tokens: Tokens;
}

/** Asks the provider for current claims. */
async function ask(
  configuration: Configuration,
  provider: OidcProvider,
  subject: string,
  tokens: Tokens,
): Promise<CurrentClaims> {
  const { accessToken, refreshToken } = tokens;
  if (refreshToken === undefined) return { claims: await fetchUserInfo(configuration, accessToken, subject), tokens };
  const fresh = await refreshTokenGrant(configuration, refreshToken);
  const idClaims = fresh.claims();
  const about = { accessToken: fresh.access_token, subject };
  const claims = await withRoles(configuration, provider, idClaims ?? { sub: subject }, about);
  const renewed: Tokens = {
    idToken: fresh.id_token ?? tokens.idToken,
    accessToken: fresh.access_token,
    refreshToken: fresh.refresh_token ?? refreshToken,
  };
  return { claims, tokens: renewed };
}

/**
 * Sessions that a provider opened last only as long as it agrees: while one is in use, the provider is asked again and
 * again (STAFF_OIDC_RECHECK_SECONDS), with the refresh token or, without one, at the user info endpoint.
 */
class StaffOidc {
  readonly providers: Providers;
  readonly #db: Db;
  /** Between two checks, in milliseconds. */
  readonly #interval: number;
  readonly #log: Pick<FastifyBaseLogger, 'info'>;

  constructor(db: Db, { staffOidc }: Config, log: Pick<FastifyBaseLogger, 'info'>) {
    this.providers = new Providers(staffOidc);
    this.#db = db;
    this.#interval = staffOidc.recheck;
    this.#log = log;
  }

  /** Checks the session of an open stream. Returns false while its provider can't be asked; an ended one is true. */
  async mayGoOn(token: string): Promise<boolean> {
    const session = await findSession(this.#db, token);
    return session === undefined || (await this.check(session, token)) !== 'unknown';
  }

  /** Returns whether a session that is being used may go on, and ends it if not. Asks its provider if that is due. */
  async check(session: Session, token: string): Promise<CheckResult> {
    const { tokenHash, checkedAt } = session;
    if (checkedAt === null) return 'ok';
    if (checkedAt > after(-this.#interval)) return this.#between(session);
    const row = await claimCheck(this.#db, tokenHash, checkedAt);
    // Another request or process asks just now.
    if (!row) return this.#between(session);
    return this.#ask(row, session.user.id, token);
  }

  /** A check is recent: an outage may be older. */
  #between({ unreachableSince }: { unreachableSince: string | null }): CheckResult {
    return unreachableSince !== null && unreachableSince < after(-GRACE) ? 'unknown' : 'ok';
  }

  async #ask(row: OidcSessionRow, userId: string, token: string): Promise<CheckResult> {
    const { token_hash: tokenHash, subject, sealed } = row;
    const provider = this.providers.find(row.provider);
    if (!provider) return this.#end(row, userId, 'no-provider');
    try {
      const { configuration } = await this.providers.discover(provider);
      const { claims, tokens } = await ask(configuration, provider, subject, JSON.parse(unseal(token, sealed)));
      if (claims.sub !== subject) return await this.#end(row, userId, 'subject');
      if (!isStaffRole(claims, provider)) return await this.#end(row, userId, 'not-staff');
      if (await applyGroups(this.#db, provider, userId, claims)) return 'ended';
      await saveCheck(this.#db, tokenHash, { sealed: seal(token, JSON.stringify(tokens)), unreachable_since: null });
      return 'ok';
    } catch (error) {
      if (!isUnreachable(error)) return this.#end(row, userId, codeOf(error));
      this.#log.info({ provider: provider.id, code: codeOf(error) }, 'identity provider unreachable');
      const since = row.unreachable_since ?? now();
      await saveCheck(this.#db, tokenHash, { unreachable_since: since });
      return this.#between({ unreachableSince: since });
    }
  }

  async #end({ token_hash: tokenHash, provider }: OidcSessionRow, userId: string, code: string): Promise<CheckResult> {
    this.#log.info({ provider, code }, 'identity provider ended a session');
    await this.#db.transaction().execute(async (trx) => {
      await endSession(trx, tokenHash);
      await audit(trx, { action: 'DENIED', actor: userId, subject: userId, object: 'oidc', objectId: code });
    });
    return 'ended';
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
