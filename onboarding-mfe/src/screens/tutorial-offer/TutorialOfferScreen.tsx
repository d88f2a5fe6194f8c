import Compass from 'lucide-react/icons/compass';
import type { Me } from 'mock-api/contract';
import { useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  Note,
  Page,
  paths,
  runtimeConfig,
  STATUS_EXPIRED,
  signedInUser,
  useStore,
  useText,
} from 'shared-ui';
import { DiscMark } from '../../components/screen-parts.tsx';
import { reloadPage } from '../../page.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { answerTutorialOffer } from '../../session/tutorial.ts';
import { words } from '../../words.ts';

/** Roles whose users are not patients. A note says that the tutorial and what follows show what a patient would see. */
const NON_PATIENT_ROLES: readonly string[] = ['professional', 'staff'];

/** `/onboarding/tutorial-offer`: Ok or Skip Tutorial (docs/product-rules.md#tutorial). */
export default function TutorialOfferScreen() {
  return <SignedIn level="full">{(me) => <Offer me={me} />}</SignedIn>;
}

function Offer({ me }: { me: Me }) {
  const t = useText(words);
  const navigate = useNavigate();
  const role = useStore((state) => signedInUser(state)?.roleType ?? '');
  const accept = () => {
    answerTutorialOffer(true);
    if (me.statusId === STATUS_EXPIRED) reloadPage();
    else navigate(paths.onboarding.tutorial, { replace: true });
  };
  const skip = () => {
    answerTutorialOffer(false);
    navigate(paths.app.root, { replace: true });
  };
  return (
    <Page mark={<DiscMark icon={<Compass />} />} title={t('offer.title')} intro={t('offer.text')}>
      {NON_PATIENT_ROLES.includes(role) && (
        <Note>{t(runtimeConfig().demo ? 'offer.demoProfessional' : 'offer.professional')}</Note>
      )}
      <Actions>
        <Button onClick={accept}>{t('offer.ok')}</Button>
        <Button variant="plain" onClick={skip}>
          {t('offer.skip')}
        </Button>
      </Actions>
    </Page>
  );
}
