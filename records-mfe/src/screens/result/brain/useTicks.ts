import { useCallback, useEffect, useState } from 'react';
import { fetchTickedQuestions, saveTickedQuestions } from '../../../api/report.ts';

export interface Ticks {
  /** Places of the questions that are ticked, in order; empty until they are known. */
  ticked: number[];
  state: 'loading' | 'ready' | 'failed';
  /** Ticks or unticks a question: shown at once, taken back when it can't be kept. Throws ApiFailure. */
  tick(place: number, isTicked: boolean): Promise<void>;
  retry(): void;
}

/** Which questions of a result the person has ticked, as the server keeps them. */
export function useTicks(resultId: string): Ticks {
  const [ticked, setTicked] = useState<number[]>([]);
  const [state, setState] = useState<Ticks['state']>('loading');
  const [attempt, setAttempt] = useState({ resultId });
  useEffect(() => {
    let isOpen = true;
    setState('loading');
    fetchTickedQuestions(attempt.resultId).then(
      (kept) => {
        if (!isOpen) return;
        setTicked(kept.ticked);
        setState('ready');
      },
      (error) => {
        console.info('The ticks could not be fetched', error);
        if (isOpen) setState('failed');
      },
    );
    return () => {
      isOpen = false;
    };
  }, [attempt]);

  const tick = async (place: number, isTicked: boolean) => {
    const before = ticked;
    const others = before.filter((other) => other !== place);
    const next = isTicked ? [...others, place].sort((a, b) => a - b) : others;
    setTicked(next);
    try {
      await saveTickedQuestions(resultId, next);
    } catch (error) {
      setTicked(before);
      throw error;
    }
  };
  return { ticked, state, tick, retry: useCallback(() => setAttempt({ resultId }), [resultId]) };
}
