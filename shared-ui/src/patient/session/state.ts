import type { Me, NarrowUser, User } from 'mock-api/contract';

/** The session as remotes read it. */
export interface SessionSlice {
  /** `unknown` until the saved token has been tried; `narrow` still needs its PIN. */
  status: 'unknown' | 'anonymous' | 'narrow' | 'full';
  me: Me | null;
  /** Whether the last request failed to reach the server. */
  isOffline: boolean;
  /** While `isOffline`: whether the hospital responded, but can't reach its data. */
  isHospitalOut?: boolean;
  /** Whether the user comes from this phone's copy, and the server has not responded yet. */
  isUnconfirmed?: boolean;
  /** When the server last confirmed the session: milliseconds since 1970, or null. */
  checkedAt: number | null;
  /** Whether the server ended the session while the page was open, without a sign-out. Reset by the next sign-in. */
  hasRunOut: boolean;
  /** How the last session in this page ended, if not by a sign-out; null once its user is back. */
  ended?: EndedSession | null;
}

/** A session that ended without a sign-out. Kept in memory only. */
export interface EndedSession {
  /** `idle`: not used for too long. `other`: the server ended it, for instance from another device. */
  reason: 'idle' | 'other';
  /** The session's user, the only one who is taken back to `path`; null if unknown. */
  userId: string | null;
  /** Path and query that the page showed; null if it was a screen for getting in. */
  path: string | null;
}

interface BaseState {
  isOffline: boolean;
  isHospitalOut: boolean;
  ended: EndedSession | null;
}

interface SignedOut extends BaseState {
  status: 'unknown' | 'anonymous';
  me: null;
  isUnconfirmed: false;
  checkedAt: null;
  hasRunOut: boolean;
}

interface SignedIn<User extends Me> extends BaseState {
  status: User['scope'];
  me: User;
  isUnconfirmed: boolean;
  checkedAt: number;
  hasRunOut: false;
}

type AnySignedIn = SignedIn<NarrowUser> | SignedIn<User>;

export type SessionState = SignedOut | AnySignedIn;

/** What can happen to a session. Times are milliseconds since 1970. */
export type SessionEvent =
  /** The server sent the user: after a sign-in, the PIN, a check, or a change of their details. */
  | { type: 'confirmed'; me: Me; at: number }
  /** The page goes on with this phone's copy of the user, which the server sent at `at`. */
  | { type: 'resumed'; me: Me; at: number; isOffline: boolean }
  /** A check met a failure that doesn't end the session. */
  | { type: 'check-failed'; isHospitalOut: boolean }
  /** The server can't be reached, and there is nothing left to wait for. */
  | { type: 'unreachable'; isHospitalOut?: boolean }
  /** The session is over, or there was none to restore; `ended` says why, unless the user signed out. */
  | { type: 'ended'; ended: EndedSession | null }
  /** Another tab signed in. */
  | { type: 'replaced' }
  /** The user was let in again after a session that ended. */
  | { type: 'returned' };

export const INITIAL_SESSION: SignedOut = {
  status: 'unknown',
  me: null,
  isOffline: false,
  isHospitalOut: false,
  isUnconfirmed: false,
  checkedAt: null,
  hasRunOut: false,
  ended: null,
};

const signedIn = ({ me, at }: { me: Me; at: number }) =>
  ({ ...INITIAL_SESSION, status: me.scope, me, checkedAt: at }) as AnySignedIn;

export function reduceSession(state: SessionState, event: SessionEvent): SessionState {
  const { isHospitalOut, ended } = state;
  switch (event.type) {
    case 'confirmed': {
      // Another user must not be led to where this one was. Before the PIN, the user is not known yet.
      const isOther = event.me.scope === 'full' && event.me.id !== ended?.userId;
      return { ...signedIn(event), ended: isOther ? null : ended };
    }
    case 'resumed': {
      const { isOffline } = event;
      return { ...signedIn(event), isOffline, isHospitalOut, isUnconfirmed: !isOffline, ended };
    }
    case 'check-failed':
      return { ...state, isHospitalOut: event.isHospitalOut };
    case 'unreachable': {
      const offline = {
        isOffline: true,
        isHospitalOut: event.isHospitalOut ?? isHospitalOut,
        isUnconfirmed: false,
      } as const;
      return state.me ? { ...state, ...offline } : { ...state, ...offline, status: 'anonymous' };
    }
    case 'ended': {
      // A copy that the server refuses was shown for a few seconds only.
      const hasRunOut = event.ended !== null && state.me !== null && !state.isUnconfirmed;
      return { ...INITIAL_SESSION, status: 'anonymous', ended: event.ended, hasRunOut };
    }
    case 'replaced':
      return { ...INITIAL_SESSION, hasRunOut: state.hasRunOut, ended };
    case 'returned':
      return { ...state, ended: null };
  }
}
