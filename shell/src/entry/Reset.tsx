import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  endSession,
  IconDisc,
  LinkButton,
  Note,
  Page,
  paths,
  runtimeConfig,
  signedInUser,
  store,
  useLocale,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { resetDemo, sessionKnown } from 'shared-ui/host';
import { OnboardingFrame } from '../frame/Frame.tsx';
import { forgetUnsent } from '../surveys/load.ts';
import { words } from '../words.ts';

/** `/reset`: asks for confirmation, then clears everything stored on this phone and restarts the demo, if it is one. */
export function Reset() {
  const t = useText(words);
  const navigate = useNavigate();
  const locale = useLocale();
  const { demo } = runtimeConfig();
  const hasUnsent = useStore(({ delivery }) => delivery.unsent.length > 0);
  const clearing = useSubmit(async () => {
    await forgetUnsent();
    await endSession();
    localStorage.clear();
    navigate(paths.root, { replace: true });
  });
  const resetting = useSubmit(async () => {
    await sessionKnown();
    const user = signedInUser(store.getState());
    await resetDemo();
    // The server has been reset by now, so nothing is waiting for them.
    await forgetUnsent(user);
    navigate(paths.root, { replace: true });
  });
  const isBusy = [clearing, resetting].some(({ state }) => state === 'sending');
  const hasFailed = resetting.state === 'failed' && !isBusy;
  return (
    <OnboardingFrame>
      <Page
        mark={
          <IconDisc>
            <RotateCcw />
          </IconDisc>
        }
        title={t('reset.title')}
        intro={t(demo ? 'reset.demoText' : 'reset.text')}
      >
        {hasFailed && (
          <Note tone="warning" live="alert">
            {t(demo ? 'reset.demoFailed' : 'reset.failed')}
          </Note>
        )}
        {hasUnsent && <Note tone="warning">{t('reset.unsent')}</Note>}
        <Actions>
          <Button onClick={() => resetting.submit()} busy={isBusy}>
            {t('reset.confirm')}
          </Button>
          {hasFailed && (
            <Button variant="danger" onClick={() => clearing.submit()}>
              {t('reset.phoneOnly')}
            </Button>
          )}
          <LinkButton to={paths.root} variant="plain">
            {t('reset.cancel')}
          </LinkButton>
          {/* Not a route: this page must work even when the app can't start. */}
          <LinkButton href={`/repair?lang=${locale}`} variant="plain">
            {t('reset.repair')}
          </LinkButton>
        </Actions>
      </Page>
    </OnboardingFrame>
  );
}
