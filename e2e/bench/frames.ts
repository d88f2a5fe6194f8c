import { sum } from './statistics.ts';

/** What a way through a list has drawn. */
export interface Frames {
  /** Milliseconds between one frame and the next. */
  gaps: number[];
  elements: number;
}

/** How a list is scrolled. */
export interface Way {
  /** Where the way begins, as a share of the whole list. */
  from: number;
  /** Pixels a second. */
  speed: number;
  duration: number;
}

/** Runs in the page: scrolls what holds the list at an even speed, and notes every frame. */
export async function scroll(list: Element, { from, speed, duration }: Way): Promise<Frames> {
  let scroller = list.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller) throw new Error('Nothing scrolls the list');
  const frame = () => new Promise<number>((begun) => requestAnimationFrame(begun));
  scroller.scrollTop = from * scroller.scrollHeight;
  // What the leap has to draw is no part of the way.
  for (let settled = 0; settled < 10; settled++) await frame();
  const gaps: number[] = [];
  let elements = 0;
  for (let before = await frame(), end = before + duration; before < end; ) {
    const now = await frame();
    gaps.push(now - before);
    scroller.scrollTop += Math.round(((now - before) * speed) / 1000);
    before = now;
    if (gaps.length % 30 === 0) elements = Math.max(elements, document.querySelectorAll('*').length);
  }
  return { gaps, elements };
}

/** Frames a second. */
export const rate = (gaps: number[]) => (1000 * gaps.length) / sum(gaps);
