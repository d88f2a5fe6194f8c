/** A user's sessions, and ending them from another device. */

import { after, now } from '../../common/clock.ts';
import { type Locale, translate } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { OpenSession, SessionState } from '../../contract.ts';
import { endSession, liveSessions, type Session } from '../../repositories/accounts/sessions.ts';
import { sessionName } from '../../security/secrets.ts';
import type { Services } from '../context.ts';

/** Returns a device in words, e.g. "Firefox on Windows", see `deviceOf`. */
export function deviceInWords(device: string | null, locale: Locale): string {
  const [browser = '', system = ''] = (device ?? '').split('/');
  if (browser === '' && system === '') return translate(locale, 'session.device.unknown');
  if (browser === '' || system === '') return browser + system;
  return translate(locale, 'session.device', { browser, system });
}

/** Returns the user's sessions; a narrow session, which a found wristband may have opened, sees only itself. */
async function ownSessions({ db, config }: Services, session: Session, locale: Locale): Promise<OpenSession[]> {
  const live = await liveSessions(db, session.user.id);
  return live
    .filter(({ token_hash: hash }) => session.scope === 'full' || hash === session.tokenHash)
    .map(({ token_hash: hash, idle_at: idleAt, device }) => ({
      id: sessionName(hash),
      current: hash === session.tokenHash,
      device: deviceInWords(device, locale),
      lastUsedAt: after(-config.limits.sessionIdle, idleAt),
    }));
}

/** Returns when a session ends, and the user's others. The idle end is never later than the final one. */
export async function stateOf(services: Services, session: Session, locale: Locale): Promise<SessionState> {
  const { idleAt, expiresAt } = session;
  return {
    now: now(),
    idleAt: idleAt < expiresAt ? idleAt : expiresAt,
    expiresAt,
    sessions: await ownSessions(services, session, locale),
  };
}

/**
 * Ends one of the user's own sessions.
 * @throws Problem NOT_FOUND
 */
export async function endOwnSession({ db }: Services, { user }: Session, id: string): Promise<void> {
  const live = await liveSessions(db, user.id);
  const found = live.find(({ token_hash: hash }) => sessionName(hash) === id);
  if (!found) throw new Problem('NOT_FOUND');
  await endSession(db, found.token_hash);
}
