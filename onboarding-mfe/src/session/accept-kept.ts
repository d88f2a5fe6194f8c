import { ApiFailure, store } from 'shared-ui';
import { acceptInvitation } from '../api/invitations.ts';
import { forgetInvitation, keepInvitation, keptInvitation } from './invitation.ts';

const isRefused = (error: unknown) => error instanceof ApiFailure && error.kind === 'rejected' && error.status < 429;

/**
 * Accepts the invitation that this tab came by, now that the person is in, who has been shown whose it is; the timeline then
 * says whom they support. A link that the hospital does not take any more is forgotten, and so is one that waited for another
 * user; one that could not be sent waits for the next sign-in of the same user. Never throws.
 */
export async function acceptKeptInvitation(): Promise<void> {
  const kept = keptInvitation();
  const { me } = store.getState().session;
  if (!kept || me?.scope !== 'full') return;
  if (kept.userId !== undefined && kept.userId !== me.id) return forgetInvitation();
  try {
    await acceptInvitation(kept.uuid);
    forgetInvitation();
  } catch (error) {
    console.info('The invitation could not be accepted', error);
    if (isRefused(error)) forgetInvitation();
    else keepInvitation({ ...kept, userId: me.id });
  }
}
