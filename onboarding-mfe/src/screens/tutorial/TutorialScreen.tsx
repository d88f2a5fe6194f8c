import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Actions, Button, finishTutorial, Page, paths, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { Capital } from '../../components/Capital.tsx';
import { words } from '../../words.ts';
import { STEPS } from './steps.ts';

const LAST = STEPS.length - 1;

const Progress = styled.progress`
  inline-size: 100%;
  block-size: 6px;
  margin-block-end: var(--space-5);
  border: 0;
  border-radius: var(--radius-full);
  background: var(--sunken);
  overflow: hidden;
  accent-color: var(--brand);

  &::-webkit-progress-bar {
    background: var(--sunken);
  }
  &::-webkit-progress-value {
    border-radius: var(--radius-full);
    background: var(--brand);
  }
  &::-moz-progress-bar {
    background: var(--brand);
  }
`;

const Words = styled.p`
  min-block-size: 6rem;
  font-size: var(--text-l);
`;

/** `/onboarding/tutorial`: twelve short steps; the last one's "start" leads into the app. */
export default function TutorialScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const [place, setPlace] = useState(0);
  const step = STEPS[place] ?? STEPS[0];
  const progress = t('tutorial.progress', { step: place + 1, count: STEPS.length });
  const leave = () => {
    finishTutorial();
    navigate(paths.app.root, { replace: true });
  };
  // A new key a step: its heading is new and takes the focus, so that a screen reader starts there.
  return (
    <Page key={step} title={t(`tutorial.${step}.title`)} intro={progress}>
      <Progress aria-label={progress} value={place + 1} max={STEPS.length} />
      <Words>{t(`tutorial.${step}.text`)}</Words>
      <Actions>
        {place === LAST ? (
          <Button onClick={leave}>
            <Capital>{t('tutorial.start')}</Capital>
          </Button>
        ) : (
          <Button onClick={() => setPlace(place + 1)}>{t('tutorial.next')}</Button>
        )}
        {place > 0 && (
          <Button variant="plain" onClick={() => setPlace(place - 1)}>
            {t('tutorial.previous')}
          </Button>
        )}
        {place < LAST && (
          <Button variant="plain" onClick={leave}>
            {t('offer.skip')}
          </Button>
        )}
      </Actions>
    </Page>
  );
}
