import type { StorySeries } from 'mock-api/contract';
import { updateSlice } from './store.ts';

/** Fields of the store that mark a series as begun (docs/product-rules.md#story). */
const BEGUN = { patient: 'isInitialized', supporter: 'isInitialized2' } as const satisfies Record<StorySeries, string>;

/** Marks a series of the demo story as begun. */
export function markStoryBegun(series: StorySeries): void {
  updateSlice('app', { [BEGUN[series]]: true });
}

/** Marks the demo story as done: it has reached its marker. */
export function markStoryDone(): void {
  updateSlice('app', { isStoryDone: true });
}

/** Marks the demo story as no longer playing. Its progress stays as it is. */
export function markStoryStopped(): void {
  updateSlice('app', { isInitialized: false, isInitialized2: false });
}
