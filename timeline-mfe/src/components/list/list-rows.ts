import type { RefObject } from 'react';

export interface Row {
  id: string;
  index: number;
  /** Pixels between this row and the one drawn before it: what is not drawn leaves its room. */
  before: number;
}

/** Where a drawn row stands, in pixels from the top of the scroller's content. */
export interface Place {
  id: string;
  start: number;
  end: number;
}

/** The rows as they stand just now. */
export interface RowsInPlace {
  /** Those that are drawn, in order. */
  drawn: Place[];
  /** How far down the person has scrolled, in pixels. */
  offset: number;
  /** From this offset on the first row is out of view. */
  readingFrom: number;
  scroller: HTMLElement | null;
  /** Where a row starts, drawn or not; undefined for one that is not in the list. */
  startOf(id: string): number | undefined;
  elementOf(id: string): Element | null;
}

/** Which rows of a list are drawn, and how to reach them. */
export interface ListRows {
  list: RefObject<HTMLUListElement | null>;
  rows: Row[];
  /** Room for what is not drawn below the last row, in pixels. */
  after: number;
  /** Takes a row to be measured. */
  measure(row: HTMLLIElement | null): void;
  /** Keeps the row of this id drawn, because the focus is there; null for none. */
  keep(id: string | null): void;
  /** Draws the row of this id, wherever it is, and focuses what can be pressed in it. */
  focus(id: string, options?: FocusOptions): void;
  inPlace(): RowsInPlace;
}

/** Space between two rows, in pixels. */
export const GAP = 12;

/** A card of two lines and the space below it, in pixels: what a row counts for until it has been measured. */
export const USUAL_HEIGHT = 84;

/** Focuses what can be pressed in a row. */
export const focusIn = (row: Element, options?: FocusOptions) =>
  row.querySelector<HTMLElement>('a, button:not([data-aside])')?.focus(options);
