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

const MOVES: Readonly<Record<string, (place: number, count: number) => number>> = {
  ArrowDown: (place, count) => Math.min(place + 1, count - 1),
  ArrowUp: (place) => Math.max(place - 1, 0),
  Home: () => 0,
  End: (_place, count) => count - 1,
};

/** Moves the focus from this row to another of its list by the arrow keys, Home and End. Tab alone reaches every row, too. */
export function moveBetweenRequests(event: KeyboardEvent<HTMLElement>): void {
  const move = MOVES[event.key];
  if (!move) return;
  const row = event.currentTarget;
  const rows = [...(row.closest('ul')?.querySelectorAll<HTMLElement>(`[${ROW}]`) ?? [])];
  rows[move(rows.indexOf(row), rows.length)]?.focus();
  event.preventDefault();
}
