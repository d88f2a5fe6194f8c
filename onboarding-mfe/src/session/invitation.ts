import type { Invitation } from 'mock-api/contract';
import { ApiFailure, call, callFromOutside, signedInUser, store } from 'shared-ui';
import { isObject } from 'shared-ui/contract';
import { createTabValue } from './tab-value.ts';

const invitation = (uuid: string) => `v1/invitations/${encodeURIComponent(uuid)}`;

/** Returns who sent the invitation. @throws ApiFailure with code LINK_DEAD once it was used or has expired. */
export const fetchInvitation = (uuid: string) => callFromOutside<Invitation>('get', invitation(uuid));

/** Accepts an invitation as the signed-in user, who can then see what the patient shares. */
export const acceptInvitation = (uuid: string) => call<unknown>('post', `${invitation(uuid)}/accept`);

/** This tab's invitation, which is stored until the user has registered or signed in. */
const pendingInvitation = createTabValue('invitation');

/** An invitation that was opened in this tab. */
export interface PendingInvitation {
  uuid: string;
  /** Name of the person who sent the invitation. */
  name: string;
  /** What they entered about the person whom they invite; the phone number includes the dial code. */
  invited?: Invitation['invited'];
  /** The user who signed in while it could not be accepted. It is stored for this user only. */
  userId?: string;
}

/** Returns the invited person as stored, or undefined. */
function parseInvited(saved: unknown): Invitation['invited'] {
  if (!isObject(saved)) return undefined;
  const { name, phone } = saved;
  return typeof name === 'string' && typeof phone === 'string' ? { name, phone } : undefined;
}

function parse(saved: unknown): PendingInvitation | null {
  if (!isObject(saved)) return null;
  const { uuid, name, userId } = saved;
  if (typeof uuid !== 'string' || typeof name !== 'string') return null;
  const invited = parseInvited(saved.invited);
  return { uuid, name, ...(invited && { invited }), ...(typeof userId === 'string' && { userId }) };
}

/** Returns this tab's invitation; null without one. */
export const readPendingInvitation = (): PendingInvitation | null => parse(pendingInvitation.read());

/** Stores the invitation while the user registers or signs in. */
export const storePendingInvitation = (invitation: PendingInvitation): void => pendingInvitation.store(invitation);

/** Discards the invitation: it was accepted, can't be accepted any more, or is not meant for this user. */
export const clearPendingInvitation = (): void => pendingInvitation.clear();

const isRefused = (error: unknown) => error instanceof ApiFailure && error.kind === 'rejected' && error.status < 429;

/**
 * Accepts this tab's invitation once the user is signed in and has seen who sent it; the timeline then shows whom they
 * support. An invitation that the server refuses, or that was stored for another user, is discarded. One that could not
 * be sent stays stored for the next sign-in of the same user. Never throws.
 */
export async function acceptPendingInvitation(): Promise<void> {
  const pending = readPendingInvitation();
  const user = signedInUser(store.getState());
  if (!pending || !user) return;
  if (pending.userId !== undefined && pending.userId !== user.id) return clearPendingInvitation();
  try {
    await acceptInvitation(pending.uuid);
    clearPendingInvitation();
  } catch (error) {
    console.info('The invitation could not be accepted', error);
    if (isRefused(error)) clearPendingInvitation();
    else storePendingInvitation({ ...pending, userId: user.id });
  }
}
