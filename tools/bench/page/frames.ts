import { sum } from '../statistics.ts';

/** Frames rendered while scrolling a list. */
export interface Frames {
  /** Milliseconds between consecutive frames. */
  gaps: number[];
  elements: number;
}

/** How a list is scrolled. */
export interface ScrollOptions {
  /** Start position as a share of the whole list. */
  from: number;
  /** Pixels per second. */
  speed: number;
  duration: number;
}

/** Runs in the page: scrolls the list's scroll container at a constant speed and records every frame. */
export async function scroll(list: Element, { from, speed, duration }: ScrollOptions): Promise<Frames> {
  let scroller = list.parentElement;
  while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement;
  if (!scroller) throw new Error('Nothing scrolls the list');
  const frame = () => new Promise<number>((begun) => requestAnimationFrame(begun));
  scroller.scrollTop = from * scroller.scrollHeight;
  // Excludes rendering after the jump to the start position.
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

/** Frames per second. */
export const rate = (gaps: number[]) => (1000 * gaps.length) / sum(gaps);
