import { keyframes } from 'styled-components';

/** Appears: 0.2 s (docs/product-rules.md#constants). */
export const fadeIn = keyframes`from { opacity: 0 }`;

/** Rises from the bottom edge: the profile panel and the toast. */
export const riseIn = keyframes`from { transform: translateY(100%) }`;

/** Whether the person asked for less motion; also where the browser can't say, because nothing is lost by stillness. */
export function prefersStillness(): boolean {
  return typeof matchMedia !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches;
}
