import { ApiFailure } from 'shared-ui';
import { acceptInvitation } from '../api/invitations.ts';
import { forgetInvitation, keptInvitation } from './invitation.ts';

/**
 * Accepts the invitation that this tab came by, now that the person is in; the timeline then says whom they support. A link
 * that the hospital does not take any more is forgotten; one that could not be sent waits for the next sign-in. Never throws.
 */
export async function acceptKeptInvitation(): Promise<void> {
  const uuid = keptInvitation();
  if (uuid === null) return;
  try {
    await acceptInvitation(uuid);
    forgetInvitation();
  } catch (error) {
    console.info('The invitation could not be accepted', error);
    if (error instanceof ApiFailure && error.kind === 'rejected' && error.status < 429) forgetInvitation();
  }
}
