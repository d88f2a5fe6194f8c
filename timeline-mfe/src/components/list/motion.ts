import { prefersStillness } from 'shared-ui';

/** Duration of the animation that opens or closes a gap in a list (ms, docs/product-rules.md#constants). */
export const LIST_MS = 400;

/** Duration of the animation of a leaving card (ms, docs/product-rules.md#constants). */
export const LEAVE_MS = 200;

const EASE = 'cubic-bezier(0.2, 0.7, 0.2, 1)';

/**
 * Animates an element. Resolves when the animation ends, immediately if the user prefers reduced motion or the
 * browser can't animate.
 */
export async function move(element: Element | null, frames: Keyframe[], duration: number): Promise<void> {
  if (!element || typeof element.animate !== 'function' || prefersStillness()) return;
  // Removing the element cancels the animation, which rejects `finished`.
  await element.animate(frames, { duration, easing: EASE }).finished.catch(() => undefined);
}
