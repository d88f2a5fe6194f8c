import { prefersStillness } from 'shared-ui';

/** How long a list takes to make or close a gap, in milliseconds (docs/product-rules.md#constants). */
export const LIST_MS = 400;

/** How long a card takes to leave, in milliseconds (docs/product-rules.md#constants). */
export const LEAVE_MS = 200;

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/** Runs a motion to its end; at once where the person wants none, or the browser can't. */
export async function move(element: Element | null, frames: Keyframe[], duration: number): Promise<void> {
  if (!element || typeof element.animate !== 'function' || prefersStillness()) return;
  // An element that goes in the middle of it ends the motion as well.
  await element.animate(frames, { duration, easing: EASE }).finished.catch(() => undefined);
}
