import type { KeyboardEvent } from 'react';

/** Marks the control of a row that stands for the row. */
export const ROW = 'data-request';

/** The keys that a row of the list takes, and what each does; only while the row itself has the focus (WCAG 2.1.4). */
export const KEYS = { s: 'seen', d: 'done', r: 'reply' } as const;
export type RequestAct = (typeof KEYS)[keyof typeof KEYS];

/** What a key does on a row; undefined where nothing. */
export function actOf({
  key,
  ctrlKey,
  metaKey,
  altKey,
}: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>) {
  if (ctrlKey || metaKey || altKey) return undefined;
  const known = key.toLowerCase();
  return known in KEYS ? KEYS[known as keyof typeof KEYS] : undefined;
}

type Side = 'nextElementSibling' | 'previousElementSibling';

const STEPS: Readonly<Record<string, Side>> = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' };
/** The first and the last entry are always drawn. */
const ENDS: Readonly<Record<string, 'firstElementChild' | 'lastElementChild'>> = {
  Home: 'firstElementChild',
  End: 'lastElementChild',
};

const focusRow = (entry: Element | null | undefined) => entry?.querySelector<HTMLElement>(`[${ROW}]`)?.focus();

/** The room of rows that are not drawn, if that is what stands on this side of the row. */
function roomBeside(row: HTMLElement, side: Side): Element | undefined {
  const beside = row.closest('li')?.[side];
  return beside?.getAttribute('aria-hidden') === 'true' ? beside : undefined;
}

/** Brings the room into view, and moves the focus on when its rows are drawn, unless it has gone elsewhere by then. */
function stepOnceDrawn(row: HTMLElement, side: Side, list: HTMLElement): void {
  const drawing = new MutationObserver(() => {
    if (roomBeside(row, side)) return;
    drawing.disconnect();
    focusRow(row.closest('li')?.[side]);
  });
  drawing.observe(list, { childList: true });
  row.addEventListener('blur', () => drawing.disconnect(), { once: true });
  roomBeside(row, side)?.scrollIntoView({ block: 'nearest' });
}

/** Moves the focus from this row to another of its list by the arrow keys, Home and End. Tab alone reaches every row, too. */
export function moveBetweenRequests(event: KeyboardEvent<HTMLElement>): void {
  const [step, end] = [STEPS[event.key], ENDS[event.key]];
  const row = event.currentTarget;
  const list = row.closest('ul');
  if (!list || (!step && !end)) return;
  if (end) focusRow(list[end]);
  else if (step && roomBeside(row, step)) stepOnceDrawn(row, step, list);
  else if (step) focusRow(row.closest('li')?.[step]);
  event.preventDefault();
}
