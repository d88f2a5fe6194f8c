import type { Store } from 'shared-ui';
import { STATUS_EXPIRED } from 'shared-ui/contract';

/**
 * What decides who may use the app: the session's user and one setting of this phone. The first file knows both before
 * there is a store (startup/first-code.ts), so this module must not import the libraries.
 */
export interface Access {
  session: Pick<Store['session'], 'status' | 'me'>;
  settings: Pick<Store['settings'], 'isUserValidated'>;
}

/**
 * Whether the user must agree to current versions of documents first. A user stored by the phone before documents had
 * versions has no list.
 */
export function mustAgree({ session: { me } }: Pick<Access, 'session'>): boolean {
  return me?.scope === 'full' && me.statusId !== STATUS_EXPIRED && (me.toAgree ?? []).length > 0;
}

/** Why a user is not let into the app or the desk. */
export type Refusal = 'unknown' | 'expired' | 'must-agree' | 'no-access';

/** Returns why this session is refused on every route; undefined if that depends on the route. */
export function sessionRefusal({ session }: Pick<Access, 'session'>): Refusal | undefined {
  if (session.status === 'unknown') return 'unknown';
  if (session.me?.statusId === STATUS_EXPIRED) return 'expired';
  return mustAgree({ session }) ? 'must-agree' : undefined;
}

/** Returns why the user may not use the app; undefined lets them in. */
export function appRefusal(access: Access): Refusal | undefined {
  const mayUseApp = access.session.status === 'full' && access.settings.isUserValidated;
  return sessionRefusal(access) ?? (mayUseApp ? undefined : 'no-access');
}
