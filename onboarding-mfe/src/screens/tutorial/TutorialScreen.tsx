import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  LinkButton,
  Page,
  paths,
  prefersStillness,
  runtimeConfig,
  useLocale,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { finishTutorial } from '../../session/tutorial.ts';
import { words } from '../../words-tutorial.ts';
import { NextControls, ProgressBar, type TutorialProps, useProgressLine, useStepText } from './parts.tsx';
import { FILM_SIZES, STEPS, type Step } from './steps.ts';
import { VideoTutorial } from './VideoTutorial.tsx';
import { FILMS, type FilmsByLocale, videoShape } from './videos.ts';

/** The films show the demo's patients, story and menu, so a real hospital shows the steps as text. */
const NO_FILMS: FilmsByLocale = {};

/** `/onboarding/tutorial`: twelve short steps; "start" on the last one opens the app. */
export default function TutorialScreen() {
  return <Tutorial steps={STEPS} films={runtimeConfig().demo ? FILMS : NO_FILMS} />;
}

/**
 * Returns a function that leaves for the settings. The tutorial ends on unmount: any earlier, its guard would redirect
 * to the app's home.
 */
function useLeaveForSettings(): () => void {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(
    () => () => {
      if (isLeaving.current) finishTutorial();
    },
    [],
  );
  return () => {
    isLeaving.current = true;
    navigate(paths.app.settings, { replace: true });
  };
}

interface TutorialScreenProps {
  steps: readonly [Step, ...Step[]];
  films: FilmsByLocale;
}

/**
 * The tutorial, one step at a time: as a video if there is one for this language and screen and motion is not
 * reduced, otherwise as text. Both have the same steps, and the user can switch at any of them.
 */
export function Tutorial({ steps, films }: TutorialScreenProps) {
  const navigate = useNavigate();
  const [shape] = useState(() => videoShape(innerHeight, innerWidth));
  const film = films[useLocale()]?.[shape];
  const [isBroken, setIsBroken] = useState(false);
  const [isTextMode, setIsTextMode] = useState(prefersStillness);
  const [index, setIndex] = useState(0);
  const [isAgreed, setIsAgreed] = useState(false);
  const step = steps[index] ?? steps[0];
  const leave = () => {
    finishTutorial();
    navigate(paths.app.root, { replace: true });
  };
  const toSettings = useLeaveForSettings();
  const goTo = (next: number) => {
    setIsAgreed(false);
    setIndex(next);
  };
  const props = {
    step,
    number: index + 1,
    count: steps.length,
    isAgreed,
    onAgree: setIsAgreed,
    onNext: () => (index + 1 < steps.length ? goTo(index + 1) : leave()),
    onSkip: leave,
    onSettings: toSettings,
  };
  if (!film || isBroken) return <TextTutorial {...props} onPrevious={() => goTo(index - 1)} />;
  if (isTextMode)
    return <TextTutorial {...props} onPrevious={() => goTo(index - 1)} onShowVideo={() => setIsTextMode(false)} />;
  return (
    <VideoTutorial
      {...props}
      key={film.src}
      {...film}
      ratio={FILM_SIZES[shape].height / FILM_SIZES[shape].width}
      from={steps[index - 1]?.at ?? 0}
      onShowText={() => setIsTextMode(true)}
      onError={() => setIsBroken(true)}
    />
  );
}

const StepText = styled.p`
  min-block-size: 6rem;
  margin-block-start: var(--space-5);
  font-size: var(--text-l);
`;

interface TextTutorialProps extends TutorialProps {
  onPrevious(): void;
  /** Set if there is a video to watch. */
  onShowVideo?: (() => void) | undefined;
}

function TextTutorial({ onPrevious, onShowVideo, ...props }: TextTutorialProps) {
  const t = useText(words);
  const { step, number, count, onSkip } = props;
  // The key changes with each step, so that its heading is new and focused, and a screen reader starts there.
  return (
    <Page key={step.key} title={t(`tutorial.${step.key}.title`)} intro={useProgressLine(props)}>
      <ProgressBar {...props} />
      <StepText>{useStepText(step)}</StepText>
      <Actions>
        <NextControls {...props} />
        {number > 1 && (
          <Button variant="plain" onClick={onPrevious}>
            {t('tutorial.previous')}
          </Button>
        )}
        {onShowVideo && (
          <Button variant="plain" onClick={onShowVideo}>
            {t('tutorial.watch')}
          </Button>
        )}
        <LinkButton variant="plain" to={paths.onboarding.transcript}>
          {t('tutorial.all')}
        </LinkButton>
        {number < count && (
          <Button variant="plain" onClick={onSkip}>
            {t('tutorial.skip')}
          </Button>
        )}
      </Actions>
    </Page>
  );
}
