import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import { rowIdOf } from '../../components/list/DrawnEvents.tsx';
import { focusIn } from '../../components/list/list-rows.ts';

/**
 * Returns focus handlers for an element with several lists. When the focused event moves to another list, the focus
 * follows it; when it disappears, the element itself takes the focus.
 */
export function useKeptFocus(place: RefObject<HTMLElement | null>) {
  const focused = useRef<string>(null);
  useEffect(() => {
    const id = focused.current;
    if (id === null || document.activeElement !== document.body) return;
    const row = [...(place.current?.querySelectorAll('[data-event]') ?? [])].find((item) => rowIdOf(item) === id);
    if (row) focusIn(row, { preventScroll: true });
    else place.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = rowIdOf(target);
    },
    onBlur: ({ target }: FocusEvent) => {
      // Some browsers report a removed element as blurred.
      queueMicrotask(() => {
        if (target.isConnected) focused.current = null;
      });
    },
  };
}
