import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, LinkButton, Note, Page, paths, resetDemo, useText } from 'shared-ui';
import { OnboardingFrame } from '../frame/OnboardingFrame.tsx';
import { words } from '../words.ts';

/** `/reset`: asks first, then starts the demo again and clears what this phone has kept. */
export function Reset() {
  const t = useText(words);
  const navigate = useNavigate();
  const [state, setState] = useState<'asking' | 'busy' | 'failed'>('asking');
  const reset = async () => {
    setState('busy');
    try {
      await resetDemo();
      navigate(paths.root, { replace: true });
    } catch (error) {
      console.info('The demo could not be reset', error);
      setState('failed');
    }
  };
  return (
    <OnboardingFrame>
      <Page title={t('reset.title')} intro={t('reset.text')}>
        {state === 'failed' && <Note tone="warning">{t('reset.failed')}</Note>}
        <Actions>
          <Button onClick={reset} busy={state === 'busy'}>
            {t('reset.confirm')}
          </Button>
          <LinkButton to={paths.root} variant="plain">
            {t('reset.cancel')}
          </LinkButton>
        </Actions>
      </Page>
    </OnboardingFrame>
  );
}
