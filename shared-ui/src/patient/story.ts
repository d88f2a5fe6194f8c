import type { StorySeries } from 'mock-api/contract';
import { updateSlice } from './store.ts';

/** Where the store notes that a series has begun (docs/product-rules.md#story). */
const BEGUN = { patient: 'isInitialized', supporter: 'isInitialized2' } as const satisfies Record<StorySeries, string>;

/** The demo story plays a series from now on. */
export function markStoryBegun(series: StorySeries): void {
  updateSlice('app', { [BEGUN[series]]: true });
}

/** The demo story has come to its marker. */
export function markStoryDone(): void {
  updateSlice('app', { isStoryDone: true });
}

/** Nothing plays the demo story any more; how far it has come stays as it is. */
export function markStoryStopped(): void {
  updateSlice('app', { isInitialized: false, isInitialized2: false });
}
