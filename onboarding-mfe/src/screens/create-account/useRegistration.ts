import { type ApiFailure, useSubmit } from 'shared-ui';
import { register } from '../../api/accounts.ts';
import { isRefusal } from '../../session/failure.ts';
import { forgetInvitation, keptInvitation } from '../../session/invitation.ts';
import { asRegistration } from './account.ts';
import { accountDraft, dispatch } from './account-draft.ts';

/** hospitalStatusId of an account that may sign in once its email is validated (docs/product-rules.md#codes). */
const APPROVED = 1;

/**
 * Errors that the user can correct: with another password or number, or by registering without an expired invitation.
 * The server's message says so, and the fields are a step or two back.
 */
const MENDABLE = ['PASSWORD_COMMON', 'VALIDATION', 'LINK_DEAD'];
const isMendable = ({ code }: ApiFailure) => MENDABLE.includes(code);

/** Sends the registration. The response drives the state machine; `error` is the reason a call failed. */
export function useRegistration() {
  const { submit, state, error } = useSubmit(async () => {
    try {
      const invitation = keptInvitation();
      const registration = asRegistration(accountDraft.get());
      const { hospitalStatusId } = await register(
        invitation === null ? registration : { ...registration, invitation: invitation.uuid },
      );
      forgetInvitation();
      if (invitation !== null) void accountDraft.set({ ...accountDraft.get(), inviter: invitation.name });
      dispatch(hospitalStatusId === APPROVED ? 'APPROVED' : 'HELD');
    } catch (failure) {
      if (isRefusal(failure) && failure.code === 'LINK_DEAD') forgetInvitation();
      dispatch(isRefusal(failure) && !isMendable(failure) ? 'REJECTED' : 'NOT_REACHED');
      throw failure;
    }
  });
  return { send: submit, isBusy: state === 'sending', error };
}
