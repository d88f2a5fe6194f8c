import { useState } from 'react';
import { useLoad } from 'shared-ui';
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
  const { state, value, retry } = useLoad(() => fetchTickedQuestions(resultId), [resultId]);
  // What was changed since holds for what it was changed in.
  const [changed, setChanged] = useState<{ in: typeof value; ticked: number[] }>();
  const ticked = (changed?.in === value ? changed?.ticked : value?.ticked) ?? [];
  const setTicked = (next: number[]) => setChanged({ in: value, ticked: next });

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
  return { ticked, state, tick, retry };
}
