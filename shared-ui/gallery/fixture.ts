import type { ReactElement } from 'react';

/** One state of one component. The gallery, the accessibility tests and the screenshots share the same list. */
export interface Fixture {
  /** "component--state"; also the `fixture` parameter of its gallery URL. */
  id: string;
  render(): ReactElement;
  /** Layout in the gallery: a column by default, a phone-sized frame, or the whole window. */
  frame?: 'phone' | 'window';
}
