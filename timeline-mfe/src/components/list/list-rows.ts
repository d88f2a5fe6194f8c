import type { RefObject } from 'react';

export interface Row {
  id: string;
  index: number;
  /** Distance in pixels from the previous rendered row; it includes the height of the rows in between. */
  before: number;
}

/** Position of a rendered row, in pixels from the top of the scroller's content. */
export interface Place {
  id: string;
  start: number;
  end: number;
}

/** Current positions of the rows. */
export interface RowsInPlace {
  /** Rendered rows, in order. */
  drawn: Place[];
  /** Scroll offset, in pixels. */
  offset: number;
  /** Scroll offset from which the first row is out of view. */
  readingFrom: number;
  scroller: HTMLElement | null;
  /** Returns a row's start, rendered or not, or undefined if it isn't in the list. */
  startOf(id: string): number | undefined;
  elementOf(id: string): Element | null;
}

/** The rendered rows of a list, with methods to reach the others. */
export interface ListRows {
  list: RefObject<HTMLUListElement | null>;
  rows: Row[];
  /** Height of the rows below the last rendered one, in pixels. */
  after: number;
  /** Ref callback that measures the row. */
  measure(row: HTMLLIElement | null): void;
  /** Keeps the row with this id rendered while it has the focus; null for none. */
  keep(id: string | null): void;
  /** Renders the row with this id, wherever it is, and focuses its link or button. */
  focus(id: string, options?: FocusOptions): void;
  inPlace(): RowsInPlace;
}

/** Space between two rows, in pixels. */
export const GAP = 8;

/** Estimated height of an unmeasured row, in pixels: a card with two lines and the gap below it. */
export const USUAL_HEIGHT = 84;

/** Focuses a row's link or button. */
export const focusIn = (row: Element, options?: FocusOptions) =>
  row.querySelector<HTMLElement>('a, button:not([data-aside])')?.focus(options);

/** Maximum length of a fully rendered list. Short lists can be read and searched like any page. */
export const DRAWN_WHOLE = 30;

/** Whether the element scrolls vertically: a panel's content does on a high screen, its sheet on a short one. */
export const isScroller = (element: HTMLElement) => /auto|scroll/.test(getComputedStyle(element).overflowY);

/** Returns the nearest scrolling ancestor of `element`, or the document element. */
export function scrollerOf(element: HTMLElement): HTMLElement {
  for (let parent = element.parentElement; parent; parent = parent.parentElement) {
    if (isScroller(parent)) return parent;
  }
  return document.documentElement;
}

/** Returns the offset of `element` from the top of the scroller's content in pixels, however far it is scrolled. */
export function topWithin(scroller: HTMLElement, element: HTMLElement): number {
  return element.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}
