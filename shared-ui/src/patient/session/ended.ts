import type { Me } from 'mock-api/contract';
import { runtimeConfig } from '../../platform/runtime.ts';
import type { Store } from '../store.ts';
import type { EndedSession } from './state.ts';

/** The API's default, for a page whose gateway does not send the limit. */
const DEFAULT_IDLE_MINUTES = 30;

/** Use within a minute is not stored separately by the API, so a session may end that much earlier (ms). */
const TOLERANCE_MS = 60_000;

/** Returns after how many minutes without use a session ends. */
export const idleMinutes = (): number => runtimeConfig().sessionIdleMinutes ?? DEFAULT_IDLE_MINUTES;

/** Screens for getting in, and paths that only redirect: a sign-in never leads back to them. */
const ENTRY_SCREENS = /^\/((onboarding|expired|refresh|reset)(\/.*)?)?$/;

function currentPath(): string | null {
  const { pathname, search } = location;
  return ENTRY_SCREENS.test(pathname) ? null : pathname + search;
}

/**
 * Describes a session that has just ended without a sign-out.
 * @param lastUsedAt when its user was last active, as far as this phone knows (ms since 1970)
 */
export function describeEnd(me: Me | null | undefined, lastUsedAt: number): EndedSession {
  const isIdle = Date.now() - lastUsedAt >= idleMinutes() * 60_000 - TOLERANCE_MS;
  return {
    reason: isIdle ? 'idle' : 'other',
    userId: me?.scope === 'full' ? me.id : null,
    path: currentPath(),
  };
}

/**
 * Returns where the signed-in user was when their last session in this page ended without a sign-out; null if there is
 * nowhere to return to, and for any other user.
 */
export function returnPathOf({ session: { me, ended } }: Store): string | null {
  return me?.scope === 'full' && ended?.userId === me.id ? ended.path : null;
}
