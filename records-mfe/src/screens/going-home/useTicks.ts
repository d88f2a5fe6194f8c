import type { GoingHome } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { saveTick } from '../../api/going-home.ts';

export interface Ticks {
  ticked: ReadonlySet<string>;
  /** Whether the last tick could not be saved. */
  hasFailed: boolean;
  /** Ticks or unticks a point immediately, and reverts it if saving fails. */
  tick(point: string, isTicked: boolean): Promise<void>;
}

/** Returns the points that the user has ticked, as fetched and as changed since. */
export function useTicks(profileId: number, answer: GoingHome): Ticks {
  // Changes apply only to the fetched list on which they were made.
  const [changed, setChanged] = useState<{ of: GoingHome; ticks: ReadonlyMap<string, boolean> }>();
  const [hasFailed, setFailed] = useState(false);
  const ticks = changed?.of === answer ? changed.ticks : undefined;
  const ticked = useMemo(() => {
    const points = new Set(answer.ticked);
    for (const [point, isTicked] of ticks ?? []) {
      if (isTicked) points.add(point);
      else points.delete(point);
    }
    return points;
  }, [answer, ticks]);
  const set = (point: string, isTicked: boolean) =>
    setChanged((before) => ({
      of: answer,
      ticks: new Map([...(before?.of === answer ? before.ticks : []), [point, isTicked]]),
    }));
  const tick = async (point: string, isTicked: boolean) => {
    setFailed(false);
    set(point, isTicked);
    try {
      await saveTick(profileId, { point, isTicked });
    } catch (error) {
      console.info('A tick could not be saved', error);
      set(point, !isTicked);
      setFailed(true);
    }
  };
  return { ticked, hasFailed, tick };
}
