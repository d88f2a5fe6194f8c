import type { KeyboardEvent } from 'react';

/** Marks the focusable control of a row. */
export const ROW = 'data-request';

/** Shortcut keys of a row and their actions. They work only while the row itself has focus (WCAG 2.1.4). */
const KEYS = { s: 'seen', d: 'done', r: 'reply' } as const;
export type RequestAction = (typeof KEYS)[keyof typeof KEYS];

/** Returns the action of a key on a row, or undefined. */
export function actionOf({
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
/** Index among the rendered rows, of which the first and last are always rendered. */
const ENDS: Readonly<Record<string, 0 | -1>> = { Home: 0, End: -1 };

/** The part of the table that holds one request. */
const ENTRY = 'tbody';

const focusRow = (entry: Element | null | undefined) => entry?.querySelector<HTMLElement>(`[${ROW}]`)?.focus();

/** Returns the placeholder of unrendered rows next to the row on this side, if there is one. */
function placeholderBeside(row: HTMLElement, side: Side): Element | undefined {
  const beside = row.closest(ENTRY)?.[side];
  return beside?.getAttribute('aria-hidden') === 'true' ? beside : undefined;
}

/** Scrolls to the placeholder and focuses the next row once it is rendered, unless focus has moved by then. */
function moveOnceRendered(row: HTMLElement, side: Side, list: HTMLElement): void {
  const observer = new MutationObserver(() => {
    if (placeholderBeside(row, side)) return;
    observer.disconnect();
    focusRow(row.closest(ENTRY)?.[side]);
  });
  observer.observe(list, { childList: true });
  row.addEventListener('blur', () => observer.disconnect(), { once: true });
  placeholderBeside(row, side)?.scrollIntoView({ block: 'nearest' });
}

/** Moves focus within the list with the arrow keys, Home and End. Tab also reaches every row. */
export function moveBetweenRequests(event: KeyboardEvent<HTMLElement>): void {
  const [step, end] = [STEPS[event.key], ENDS[event.key]];
  const row = event.currentTarget;
  const list = row.closest('table');
  if (!list || (!step && end === undefined)) return;
  if (end !== undefined) [...list.querySelectorAll<HTMLElement>(`[${ROW}]`)].at(end)?.focus();
  else if (step && placeholderBeside(row, step)) moveOnceRendered(row, step, list);
  else if (step) focusRow(row.closest(ENTRY)?.[step]);
  event.preventDefault();
}
