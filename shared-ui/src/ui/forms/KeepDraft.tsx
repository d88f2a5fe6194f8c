import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import type { Draft } from '../../platform/drafts/drafts.ts';
import { useUnsentDraft } from '../../platform/drafts/useDraft.ts';

export interface KeepDraftProps<T, Values> {
  draft: Draft<T>;
  /** Derives the draft's value from the form's, if they differ; must be a stable function. */
  take?(values: Values): T;
}

/** Inside a Formik form: saves the values to a draft as they are typed, until the draft is forgotten. */
export function KeepDraft<T, Values = T>({ draft, take }: KeepDraftProps<T, Values>) {
  const { values } = useFormikContext<Values & T>();
  const kept = useRef(values);
  useUnsentDraft(draft);
  useEffect(() => {
    if (kept.current === values) return;
    kept.current = values;
    void draft.set(take ? take(values) : values);
  }, [draft, take, values]);
  return null;
}
