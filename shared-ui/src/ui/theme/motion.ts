import { keyframes } from 'styled-components';

/** Fades in: 0.2 s (docs/product-rules.md#constants). */
export const fadeIn = keyframes`from { opacity: 0 }`;

/** Slides up from the bottom edge: the profile panel and the toast. */
export const riseIn = keyframes`from { transform: translateY(100%) }`;

/**
 * Returns whether the person prefers reduced motion. True if the browser can't say, as nothing is lost without motion.
 */
export function prefersStillness(): boolean {
  return typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
