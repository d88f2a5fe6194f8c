import { useNavigate } from 'react-router-dom';
import { Actions, Button, Page, paths, useText } from 'shared-ui';
import { createDraft, useDraft } from 'shared-ui/forms';
import { Agreements } from '../../components/agreements/Agreements.tsx';
import { type Agreed, isAllAgreed, NOTHING_AGREED } from '../../components/agreements/agreed.ts';
import { useWayBack } from '../../components/useWayBack.ts';
import { words } from '../../words-account.ts';

const draft = createDraft<Agreed>(NOTHING_AGREED);

/** `/onboarding/nda`: the trial notice. What is ticked stays ticked while the user reads the documents. */
export default function NdaNoticeScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const agreed = useDraft(draft, (value) => value);
  return (
    <Page title={t('nda.title')} intro={t('nda.text')} back={useWayBack(paths.onboarding.welcome)}>
      <Agreements value={agreed} onChange={draft.set} />
      <Actions>
        <Button disabled={!isAllAgreed(agreed)} onClick={() => navigate(paths.onboarding.info)}>
          {t('next')}
        </Button>
      </Actions>
    </Page>
  );
}
