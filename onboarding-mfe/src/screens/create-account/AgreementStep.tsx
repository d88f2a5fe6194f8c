import { useState } from 'react';
import { Actions, Backdrop, Button, Note, Page, Stack, useText } from 'shared-ui';
import { useDraft } from 'shared-ui/forms';
import { AGREEMENT_IDS, Agreements } from '../../components/agreements/Agreements.tsx';
import { type Agreed, isAllAgreed } from '../../components/agreements/agreed.ts';
import { useReason } from '../../session/failure.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { accountDraft, dispatch } from './account-draft.ts';
import { useRegistration } from './useRegistration.ts';
import { useStepLine } from './useStepLine.ts';

const keep = (agreed: Agreed) => void accountDraft.set({ ...accountDraft.get(), agreed });

/** Step three: the agreements, and the registration. */
export function AgreementStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const agreed = useDraft(accountDraft, (account) => account.agreed);
  const [isAsked, setIsAsked] = useState(false);
  const { send, isBusy, error } = useRegistration();
  const isMissing = isAsked && !isAllAgreed(agreed);
  const finish = () => {
    setIsAsked(true);
    if (isAllAgreed(agreed)) void send();
    else document.getElementById(agreed.nda ? AGREEMENT_IDS.terms : AGREEMENT_IDS.nda)?.focus();
  };
  const back = { label: tCommon('back'), onPress: () => dispatch('BACK') };
  return (
    <Page title={t('create.ndaTitle')} intro={useStepLine(3)} back={back}>
      <Stack $gap={16}>
        <p>{t('create.ndaText')}</p>
        <div>
          <Agreements value={agreed} onChange={keep} />
        </div>
        {isMissing && (
          <Note tone="error" live="alert">
            {t('agreements.missing')}
          </Note>
        )}
        {error !== null && !isMissing && <NotReached error={error} />}
      </Stack>
      <Actions>
        <Button onClick={finish} busy={isBusy}>
          {t('create.done')}
        </Button>
      </Actions>
      {isBusy && <Backdrop label={t('create.sending')} />}
    </Page>
  );
}

/** Why the registration got no answer. Everything typed is still here. */
function NotReached({ error }: { error: unknown }) {
  const reason = useReason();
  return (
    <Note tone="warning" live="alert">
      {reason(error)}
    </Note>
  );
}
