import type { Invitation } from 'mock-api/contract';
import { call, callFromOutside } from 'shared-ui';

const invitation = (uuid: string) => `v1/invitations/${encodeURIComponent(uuid)}`;

/** Returns who sent the invitation. Throws ApiFailure: LINK_DEAD once it was used or has expired. */
export const fetchInvitation = (uuid: string) => callFromOutside<Invitation>('get', invitation(uuid));

/** Accepts an invitation as the signed-in user, who can then see what the patient shares. Throws ApiFailure. */
export const acceptInvitation = (uuid: string) => call<unknown>('post', `${invitation(uuid)}/accept`);
