/**
 * Staff without a passkey or authenticator app: outside a demo the emailed code lets them set one up, and only that
 * opens the desk (NIST SP 800-63B-4 accepts no email as a factor).
 */
import { after, MINUTE } from '../../common/clock.ts';
import { ProblemError } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { SecondFactor } from '../../contract.ts';
import type { Db, Trx } from '../../db/schema.ts';
import { findAuthenticator } from '../../repositories/accounts/authenticators.ts';
import { deleteSecondFactor } from '../../repositories/accounts/one-time-codes.ts';
import { hasPasskey } from '../../repositories/accounts/passkeys.ts';
import { confirmSession, isConfirmed, type Session, upgradeSession } from '../../repositories/accounts/sessions.ts';
import { audit } from '../../repositories/audit.ts';

/** How long staff may take to set up their first factor, after the emailed code. */
const ENROLMENT = 15 * MINUTE;

/** Returns the strongest factor that a member of staff has set up; undefined if they have none. */
export async function strongFactorOf(db: Db, userId: string): Promise<'passkey' | 'authenticator' | undefined> {
  if (await hasPasskey(db, userId)) return 'passkey';
  return (await findAuthenticator(db, userId))?.confirmed_at == null ? undefined : 'authenticator';
}

/** Returns with what a narrow session of staff goes on. @param session none: it has just been opened */
export async function nextFactor(db: Db, userId: string, session?: Session): Promise<SecondFactor> {
  const strong = await strongFactorOf(db, userId);
  if (strong) return strong;
  return session && isConfirmed(session) ? 'enrol' : 'email';
}

/**
 * Refuses a session that was waiting to set up a first factor once another one has: only that factor opens it then.
 * @throws ProblemError SECOND_FACTOR_STRONG
 */
export async function requireNoFactor(trx: Trx, { scope, user }: Session): Promise<void> {
  if (scope === 'narrow' && (await strongFactorOf(trx, user.id))) throw new ProblemError('SECOND_FACTOR_STRONG');
}

/** Makes a session full, which is recorded with how. A full one stays as it is. */
export async function openFully(trx: Trx, { user, tokenHash, scope }: Session, how: string): Promise<void> {
  if (scope === 'full') return;
  await deleteSecondFactor(trx, tokenHash);
  await upgradeSession(trx, tokenHash);
  await audit(trx, { action: 'SIGNED_IN', actor: user.id, subject: user.id, object: 'full', objectId: how });
}

/**
 * Opens a session with the emailed code or, where that is not enough, lets its user set up a factor.
 * @throws ProblemError SECOND_FACTOR_STRONG
 */
export async function openByEmail(
  trx: Trx,
  { mailedCodes }: Pick<Config, 'mailedCodes'>,
  session: Session,
): Promise<void> {
  if (mailedCodes === 'sign-in') {
    await openFully(trx, session, 'email-code');
    return;
  }
  await requireNoFactor(trx, session);
  await deleteSecondFactor(trx, session.tokenHash);
  await confirmSession(trx, session.tokenHash, after(ENROLMENT));
}
