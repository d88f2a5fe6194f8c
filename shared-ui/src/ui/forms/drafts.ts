import { useFormikContext } from 'formik';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Draft } from '../../platform/drafts/drafts.ts';
import { useUnsent } from '../../platform/drafts/unsent.ts';

/** Counts a draft as unsent while it would be lost with the page and a component shows it. */
function useUnsentDraft<T>(draft: Draft<T>): void {
  useUnsent(useSyncExternalStore(draft.subscribe, draft.isUnsent, draft.isUnsent));
}

/** Returns the part of a draft that `select` picks. Re-renders only when that part changes, not at every keystroke. */
export function useDraft<T, Part>(draft: Draft<T>, select: (value: T) => Part): Part {
  useUnsentDraft(draft);
  return useSyncExternalStore(draft.subscribe, () => select(draft.get()));
}

export interface KeepDraftProps<T, Values> {
  draft: Draft<T>;
  /** Derives the draft's value from the form's, if they differ; must be a stable function. */
  take?(values: Values): T;
}

/** Inside a Formik form: saves the values to a draft as they are typed, until the draft is forgotten. */
export function KeepDraft<T, Values = T>({ draft, take }: KeepDraftProps<T, Values>) {
  const { values } = useFormikContext<Values & T>();
  const saved = useRef(values);
  useUnsentDraft(draft);
  useEffect(() => {
    if (saved.current === values) return;
    saved.current = values;
    void draft.set(take ? take(values) : values);
  }, [draft, take, values]);
  return null;
}
