import { type RefObject, useEffect, useRef, useState } from 'react';

/** Delay before the video starts, and before it continues after a step (ms; docs/product-rules.md#constants). */
const START_MS = 1_000;

/** Minimum interval between two checks of the video's position (ms). */
const POLL_INTERVAL_MS = 20;

/** `reached`: paused at the end of its step. `stopped`: paused by the user or the browser. */
type VideoPhase = 'waiting' | 'playing' | 'stopped' | 'reached';

interface Options {
  video: RefObject<HTMLVideoElement | null>;
  /** End of this step, in seconds. */
  end: number;
  /** Called when the video can't be shown. */
  onError(): void;
}

/** Calls `onReached` once the video is at `end`. Returns a function that stops polling. */
function watchFor(video: HTMLVideoElement, end: number, onReached: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const poll = () => {
    const left = (end - video.currentTime) * 1_000;
    if (left <= 0 || video.ended) onReached();
    else timer = setTimeout(poll, Math.max(left, POLL_INTERVAL_MS));
  };
  poll();
  return () => clearTimeout(timer);
}

/**
 * Plays the video one step at a time: it starts a second after the step begins and pauses at the step's end. If the
 * browser blocks autoplay, the video stays stopped until `play` is called.
 */
export function useStepVideo({ video, end, onError }: Options) {
  const [phase, setPhase] = useState<VideoPhase>('waiting');
  const onErrorRef = useRef(onError);
  onErrorRef.current = onError;

  useEffect(() => {
    if (phase !== 'waiting') return;
    const timer = setTimeout(() => setPhase('playing'), START_MS);
    return () => clearTimeout(timer);
  }, [phase]);

  useEffect(() => {
    const element = video.current;
    if (phase !== 'playing' || !element) return;
    let isCancelled = false;
    element.play().catch((error: DOMException) => {
      if (isCancelled) return;
      if (error.name === 'NotAllowedError' || error.name === 'AbortError') setPhase('stopped');
      else onErrorRef.current();
    });
    const stopPolling = watchFor(element, end, () => setPhase('reached'));
    // Phones pause videos too, for a call or to save power.
    const onPause = () => element.ended || setPhase('stopped');
    element.addEventListener('pause', onPause);
    return () => {
      isCancelled = true;
      stopPolling();
      element.removeEventListener('pause', onPause);
      element.pause();
    };
  }, [phase, end, video]);

  return {
    phase,
    play: () => setPhase('playing'),
    stop: () => setPhase('stopped'),
    /** Starts the next step. */
    nextStep: () => setPhase('waiting'),
  };
}
