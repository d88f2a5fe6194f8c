import { useEffect } from 'react';
import { useDraft } from 'shared-ui/forms';
import { AccountOutcome } from './AccountOutcome.tsx';
import { AgreementStep } from './AgreementStep.tsx';
import { accountDraft, forgetDecided } from './account-draft.ts';
import { DetailsStep } from './DetailsStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';

/** `/onboarding/create-account`: three steps and three outcomes, selected by the state machine. */
export default function CreateAccountScreen() {
  useEffect(() => forgetDecided, []);
  const state = useDraft(accountDraft, (account) => account.state);
  if (state === 'CREATE_ACCOUNT') return <DetailsStep />;
  if (state === 'SET_PASSWORD') return <PasswordStep />;
  if (state === 'NDA') return <AgreementStep />;
  const { details, inviter } = accountDraft.get();
  return <AccountOutcome state={state} email={details.email} inviter={inviter} />;
}
