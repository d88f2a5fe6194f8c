import type { Invitation } from 'mock-api/contract';
import { call, callFromOutside } from 'shared-ui';

const invitation = (uuid: string) => `v1/invitations/${encodeURIComponent(uuid)}`;

/** Who invites, while the link works. Throws ApiFailure: LINK_DEAD once it was used or is too old. */
export const fetchInvitation = (uuid: string) => callFromOutside<Invitation>('get', invitation(uuid));

/** Accepts an invitation as the signed-in user: what the patient shares is theirs to see. Throws ApiFailure. */
export const acceptInvitation = (uuid: string) => call<unknown>('post', `${invitation(uuid)}/accept`);
