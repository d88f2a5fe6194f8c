import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * The video starts, and goes on after a step, this long after the moment, in milliseconds
 * (docs/product-rules.md#constants).
 */
const START_MS = 1_000;

/** The shortest wait between two looks at where the video is, in milliseconds. */
const LOOK_MS = 20;

/** `reached`: stands at the end of its step. `stopped`: the person, or the browser, keeps it from playing. */
export type VideoPhase = 'waiting' | 'playing' | 'stopped' | 'reached';

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  /** Where this step ends, in seconds. */
  end: number;
  /** The video can't be shown. */
  onTrouble(): void;
}

/** Calls `onReached` once the video is at `end`; gives the way to stop looking. */
function watchFor(video: HTMLVideoElement, end: number, onReached: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const look = () => {
    const left = (end - video.currentTime) * 1_000;
    if (left <= 0 || video.ended) onReached();
    else timer = setTimeout(look, Math.max(left, LOOK_MS));
  };
  look();
  return () => clearTimeout(timer);
}

/**
 * Plays the video one step at a time: a second after a step begins it plays, at the step's end it pauses. A browser that
 * does not let it start by itself leaves it stopped, with `play` to start it.
 */
export function useStepVideo({ video, end, onTrouble }: Options) {
  const [phase, setPhase] = useState<VideoPhase>('waiting');
  const trouble = useRef(onTrouble);
  trouble.current = onTrouble;

  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => setPhase('playing'), START_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  useEffect(() => {
    const element = video.current;
    if (phase !== 'playing' || !element) return;
    let isOver = false;
    element.play().catch((error: DOMException) => {
      if (isOver) return;
      if (error.name === 'NotAllowedError' || error.name === 'AbortError') setPhase('stopped');
      else trouble.current();
    });
    const stopLooking = watchFor(element, end, () => setPhase('reached'));
    // The phone itself pauses videos too: for a call, or to save power.
    const onPause = () => element.ended || setPhase('stopped');
    element.addEventListener('pause', onPause);
    return () => {
      isOver = true;
      stopLooking();
      element.removeEventListener('pause', onPause);
      element.pause();
    };
  }, [phase, end, video]);

  return {
    phase,
    play: () => setPhase('playing'),
    stop: () => setPhase('stopped'),
    /** The next step begins. */
    goOn: () => setPhase('waiting'),
  };
}
