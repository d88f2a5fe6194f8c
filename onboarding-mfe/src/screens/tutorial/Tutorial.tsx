import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths, prefersStillness } from 'shared-ui';
import { finishTutorial } from '../../session/tutorial.ts';
import { FILM_SIZES } from './film-sizes.ts';
import type { Step } from './steps.ts';
import { TextTutorial } from './TextTutorial.tsx';
import { VideoTutorial } from './VideoTutorial.tsx';
import { POSTERS, type VideoFiles, videoShape } from './videos.ts';

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

interface Props {
  steps: readonly [Step, ...Step[]];
  files: VideoFiles;
}

/**
 * The tutorial, one step at a time: as a video if there is one for this screen and motion is not reduced, otherwise as
 * text. Both have the same steps, and the user can switch at any of them.
 */
export function Tutorial({ steps, files }: Props) {
  const navigate = useNavigate();
  const [shape] = useState(() => videoShape(innerHeight, innerWidth));
  const src = files[shape];
  const [isBroken, setIsBroken] = useState(false);
  const [isRead, setIsRead] = useState(prefersStillness);
  const [place, setPlace] = useState(0);
  const [isAgreed, setIsAgreed] = useState(false);
  const step = steps[place] ?? steps[0];
  const leave = () => {
    finishTutorial();
    navigate(paths.app.root, { replace: true });
  };
  const toSettings = useLeaveForSettings();
  const goTo = (next: number) => {
    setIsAgreed(false);
    setPlace(next);
  };
  const props = {
    step,
    number: place + 1,
    count: steps.length,
    isAgreed,
    onAgree: setIsAgreed,
    onNext: () => (place + 1 < steps.length ? goTo(place + 1) : leave()),
    onSkip: leave,
    onSettings: toSettings,
  };
  if (!src || isBroken) return <TextTutorial {...props} onPrevious={() => goTo(place - 1)} />;
  if (isRead) return <TextTutorial {...props} onPrevious={() => goTo(place - 1)} onWatch={() => setIsRead(false)} />;
  return (
    <VideoTutorial
      {...props}
      src={src}
      poster={POSTERS[shape]}
      ratio={FILM_SIZES[shape].height / FILM_SIZES[shape].width}
      from={steps[place - 1]?.at ?? 0}
      onRead={() => setIsRead(true)}
      onTrouble={() => setIsBroken(true)}
    />
  );
}
