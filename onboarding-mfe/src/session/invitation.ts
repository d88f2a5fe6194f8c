import { store } from 'shared-ui';

/** Where this tab keeps the invitation that a person came by, until they have registered or signed in. */
const KEY = 'invitation';

/** An invitation that a person came by. */
export interface KeptInvitation {
  uuid: string;
  /** Who invites. */
  name: string;
  /** The user who signed in to accept it and could not yet; nobody else accepts it then. */
  userId?: string;
}

/** A browser that forbids storage keeps nothing: the link can be opened again once signed in. */
function guarded<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch (error) {
    console.info('The invitation can not be kept in this browser', error);
    return otherwise;
  }
}

function parse(saved: unknown): KeptInvitation | null {
  if (typeof saved !== 'object' || saved === null) return null;
  const { uuid, name, userId } = saved as Record<string, unknown>;
  if (typeof uuid !== 'string' || typeof name !== 'string') return null;
  return { uuid, name, ...(typeof userId === 'string' && { userId }) };
}

/** The invitation that this tab came by; null without one. */
export const keptInvitation = (): KeptInvitation | null =>
  guarded(() => parse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')), null);

/** Keeps the invitation while the person registers or signs in. */
export const keepInvitation = (invitation: KeptInvitation): void =>
  guarded(() => sessionStorage.setItem(KEY, JSON.stringify(invitation)), undefined);

/** It was accepted, can't be any more, or is not for who is here. */
export const forgetInvitation = (): void => guarded(() => sessionStorage.removeItem(KEY), undefined);

// Who comes to this tab after a session is another person, as far as the product can tell.
store.subscribe(({ session }, before) => {
  const wasIn = before.session.status === 'full' || before.session.status === 'narrow';
  if (wasIn && session.status === 'anonymous') forgetInvitation();
});
