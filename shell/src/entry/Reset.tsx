import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { useState } from 'react';
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
  store,
  useLocale,
  useStore,
  useText,
} from 'shared-ui';
import { resetDemo, sessionKnown } from 'shared-ui/host';
import { OnboardingFrame } from '../frame/OnboardingFrame.tsx';
import { loadDelivery } from '../surveys/load.ts';
import { words } from '../words.ts';

/** What was not sent goes, too; the server has started again by then, so nothing else waits for it. */
async function forgetUnsent(user: string): Promise<void> {
  const delivery = await loadDelivery();
  await delivery.forgetUnsent(user);
}

/** `/reset`: asks first, then starts the demo again and clears what this phone has kept. */
export function Reset() {
  const t = useText(words);
  const navigate = useNavigate();
  const locale = useLocale();
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
  const hasUnsent = useStore(({ delivery }) => delivery.unsent.length > 0);
  const clearPhone = async () => {
    setState('busy');
    const { me } = store.getState().session;
    if (me?.scope === 'full') await forgetUnsent(me.id);
    await endSession();
    localStorage.clear();
    navigate(paths.root, { replace: true });
  };
  const reset = async () => {
    setState('busy');
    await sessionKnown();
    const { me } = store.getState().session;
    try {
      await resetDemo();
      if (me?.scope === 'full') await forgetUnsent(me.id);
      navigate(paths.root, { replace: true });
    } catch (error) {
      console.info('The demo could not be reset', error);
      setState('failed');
    }
  };
  return (
    <OnboardingFrame>
      <Page
        mark={
          <IconDisc>
            <RotateCcw />
          </IconDisc>
        }
        title={t('reset.title')}
        intro={t('reset.text')}
      >
        {state === 'failed' && (
          <Note tone="warning" live="alert">
            {t('reset.failed')}
          </Note>
        )}
        {hasUnsent && <Note tone="warning">{t('reset.unsent')}</Note>}
        <Actions>
          <Button onClick={reset} busy={state === 'busy'}>
            {t('reset.confirm')}
          </Button>
          {state === 'failed' && (
            <Button variant="danger" onClick={clearPhone}>
              {t('reset.phoneOnly')}
            </Button>
          )}
          <LinkButton to={paths.root} variant="plain">
            {t('reset.cancel')}
          </LinkButton>
          {/* Not a route: this page must work for whoever can't use the product at all. */}
          <LinkButton href={`/repair?lang=${locale}`} variant="plain">
            {t('reset.repair')}
          </LinkButton>
        </Actions>
      </Page>
    </OnboardingFrame>
  );
}
