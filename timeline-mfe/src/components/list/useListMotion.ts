import { useLayoutEffect, useRef } from 'react';
import { LIST_MS, move } from './motion.ts';
import type { Rows } from './useRowVirtualizer.ts';

interface Seen {
  ids: readonly string[];
  /** Where each drawn row stood, in pixels from the top of the scroller's content. */
  starts: Map<string, number>;
  /** The first row in view. */
  anchor: string | undefined;
}

function look(ids: readonly string[], virtualizer: Rows): Seen {
  const items = virtualizer.getVirtualItems();
  const offset = virtualizer.scrollOffset ?? 0;
  return {
    ids,
    starts: new Map(items.map(({ key, start }) => [String(key), start])),
    anchor: items.find(({ end }) => end > offset)?.key as string | undefined,
  };
}

/**
 * What came in above while the person was reading further down must not push that away: scrolls along. At the top of
 * the list it is seen coming in.
 */
function holdStill({ anchor, starts }: Seen, now: Seen, virtualizer: Rows): number {
  const { scrollElement, scrollOffset, options } = virtualizer;
  const before = anchor === undefined ? undefined : starts.get(anchor);
  const isReadingOn = (scrollOffset ?? 0) > options.scrollMargin + options.estimateSize(0);
  if (!isReadingOn || anchor === undefined || before === undefined) return 0;
  const start = virtualizer.measurementsCache[now.ids.indexOf(anchor)]?.start ?? before;
  const shift = Math.max(0, start - before);
  if (shift > 0 && scrollElement) scrollElement.scrollTop += shift;
  return shift;
}

/** Lets the rows of a list glide to their new places when some come or go; a new one comes in from above. */
export function useListMotion(ids: readonly string[], virtualizer: Rows): void {
  const seen = useRef<Seen>(undefined);
  useLayoutEffect(() => {
    const before = seen.current;
    const now = look(ids, virtualizer);
    seen.current = now;
    if (!before || before.ids === ids) return;
    const shift = holdStill(before, now, virtualizer);
    const known = new Set(before.ids);
    for (const [id, start] of now.starts) {
      const row = virtualizer.elementsCache.get(id) ?? null;
      const earlier = before.starts.get(id);
      const distance = earlier === undefined ? 0 : earlier + shift - start;
      if (!known.has(id)) void move(row, [{ opacity: 0, transform: 'translateY(-24px)' }, {}], LIST_MS);
      else if (distance !== 0) void move(row, [{ transform: `translateY(${distance}px)` }, {}], LIST_MS);
    }
  });
}
