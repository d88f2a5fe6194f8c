import { useFormikContext } from 'formik';
import { useEffect, useRef } from 'react';
import type { Draft } from '../../platform/drafts/drafts.ts';
import { useUnsentDraft } from '../../platform/drafts/useDraft.ts';

export interface KeepDraftProps<T, Values> {
  draft: Draft<T>;
  /** Makes the draft's value of the form's, where it is another one; stays the same function. */
  take?(values: Values): T;
}

/** Inside a Formik form: keeps what is typed in a draft, as it is typed, until the draft is told to forget it. */
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
