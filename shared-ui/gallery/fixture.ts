import type { ReactElement } from 'react';

/** One state of one component. The gallery, the accessibility tests and the screenshots all read the same list. */
export interface Fixture {
  /** "component--state"; the gallery's address of it. */
  id: string;
  render(): ReactElement;
  /** How it stands on the gallery's page: in a column unless it says otherwise, filling a phone, or over the whole window. */
  frame?: 'phone' | 'window';
}
