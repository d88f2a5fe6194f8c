import { useLayoutEffect, useRef } from 'react';
import { prefersStillness } from 'shared-ui';
import type { RowsInPlace } from './list-rows.ts';

/** Duration of the animation that opens or closes a gap in a list (ms, docs/product-rules.md#constants). */
const LIST_MS = 400;

/** Duration of the animation of a leaving card (ms, docs/product-rules.md#constants). */
export const LEAVE_MS = 200;

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Whether a panel covers an element. What moves there is unseen, and would hide its real position on closing. */
const isCovered = (element: Element) => element.closest('[inert]') !== null;

/**
 * Animates an element. Resolves when the animation ends, immediately if the element is covered, the user prefers
 * reduced motion or the browser can't animate.
 */
export async function move(element: Element | null, frames: Keyframe[], duration: number): Promise<void> {
  if (!element || typeof element.animate !== 'function' || prefersStillness() || isCovered(element)) return;
  // Removing the element cancels the animation, which rejects `finished`.
  await element.animate(frames, { duration, easing: EASE }).finished.catch(() => undefined);
}

interface RowSnapshot {
  ids: readonly string[];
  /** Start of each rendered row, in pixels from the top of the scroller's content. */
  starts: Map<string, number>;
  anchor: string | undefined;
}

function takeSnapshot(ids: readonly string[], { drawn, offset }: RowsInPlace): RowSnapshot {
  return {
    ids,
    starts: new Map(drawn.map(({ id, start }) => [id, start])),
    anchor: drawn.find(({ end }) => end > offset)?.id,
  };
}

/**
 * Scrolls by the height of rows inserted above, so that they don't push away what the user is reading. At the top of
 * the list, new rows animate into view instead. Returns the scrolled distance in pixels.
 */
function keepScrollPosition(
  { anchor, starts }: RowSnapshot,
  { offset, readingFrom, scroller, startOf }: RowsInPlace,
): number {
  const before = anchor === undefined ? undefined : starts.get(anchor);
  if (offset <= readingFrom || anchor === undefined || before === undefined) return 0;
  const shift = Math.max(0, (startOf(anchor) ?? before) - before);
  if (shift > 0 && scroller) scroller.scrollTop += shift;
  return shift;
}

/** Animates rows to their new positions when others are added or removed. New rows slide in from above. */
export function useListMotion(ids: readonly string[], inPlace: () => RowsInPlace): void {
  const snapshot = useRef<RowSnapshot>(undefined);
  useLayoutEffect(() => {
    const before = snapshot.current;
    const rows = inPlace();
    const now = takeSnapshot(ids, rows);
    snapshot.current = now;
    if (!before || before.ids === ids) return;
    const shift = keepScrollPosition(before, rows);
    const known = new Set(before.ids);
    for (const [id, start] of now.starts) {
      const row = rows.elementOf(id);
      const earlier = before.starts.get(id);
      const distance = earlier === undefined ? 0 : earlier + shift - start;
      if (!known.has(id)) void move(row, [{ opacity: 0, transform: 'translateY(-24px)' }, {}], LIST_MS);
      else if (distance !== 0) void move(row, [{ transform: `translateY(${distance}px)` }, {}], LIST_MS);
    }
  });
}
