import { type ApiFailure, useSubmit } from 'shared-ui';
import { register } from '../../api/accounts.ts';
import { isRefusal } from '../../session/failure.ts';
import { asRegistration } from './account.ts';
import { accountDraft, dispatch } from './account-draft.ts';

/** hospitalStatusId of an account that may sign in as soon as its e-mail is validated (docs/product-rules.md#codes). */
const APPROVED = 1;

/** The account could be made, with another password: the server's own sentence says so, and the way back is one step. */
const isAboutPassword = ({ code }: ApiFailure) => code === 'PASSWORD_COMMON';

/** Sends the registration. What the server answers moves the machine; `error` is why a call got no answer. */
export function useRegistration() {
  const { submit, state, error } = useSubmit(async () => {
    try {
      const { hospitalStatusId } = await register(asRegistration(accountDraft.get()));
      dispatch(hospitalStatusId === APPROVED ? 'APPROVED' : 'HELD');
    } catch (failure) {
      dispatch(isRefusal(failure) && !isAboutPassword(failure) ? 'REJECTED' : 'NOT_REACHED');
      throw failure;
    }
  });
  return { send: submit, isBusy: state === 'sending', error };
}
