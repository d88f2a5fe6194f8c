import { ApiFailure, signedInUser, store } from 'shared-ui';
import { acceptInvitation } from '../api/invitations.ts';
import { forgetInvitation, keepInvitation, keptInvitation } from './invitation.ts';

const isRefused = (error: unknown) => error instanceof ApiFailure && error.kind === 'rejected' && error.status < 429;

/**
 * Accepts this tab's invitation once the user is signed in and has seen who sent it; the timeline then shows whom they
 * support. An invitation that the server refuses, or that was kept for another user, is discarded. One that could not
 * be sent is kept for the next sign-in of the same user. Never throws.
 */
export async function acceptKeptInvitation(): Promise<void> {
  const kept = keptInvitation();
  const user = signedInUser(store.getState());
  if (!kept || !user) return;
  if (kept.userId !== undefined && kept.userId !== user.id) return forgetInvitation();
  try {
    await acceptInvitation(kept.uuid);
    forgetInvitation();
  } catch (error) {
    console.info('The invitation could not be accepted', error);
    if (isRefused(error)) forgetInvitation();
    else keepInvitation({ ...kept, userId: user.id });
  }
}
