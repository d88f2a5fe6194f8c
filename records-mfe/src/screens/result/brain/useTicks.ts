import { useState } from 'react';
import { useLoad } from 'shared-ui';
import { fetchTickedQuestions, saveTickedQuestions } from '../../../api/report.ts';

export interface Ticks {
  /** Indexes of the ticked questions, in order; empty until they are known. */
  ticked: number[];
  state: 'loading' | 'ready' | 'failed';
  /** Ticks or unticks a question immediately, and reverts it if saving fails. Throws ApiFailure. */
  tick(place: number, isTicked: boolean): Promise<void>;
  retry(): void;
}

/** Returns which of a result's questions the user has ticked, as stored by the server. */
export function useTicks(resultId: string): Ticks {
  const { state, value, retry } = useLoad(() => fetchTickedQuestions(resultId), [resultId]);
  // Local changes apply only to the fetched value on which they were made.
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
