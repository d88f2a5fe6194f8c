import type { RecordSource } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { ApiFailure, cachedAt, type Loading, readThrough, useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';

/** A part of the hospital's record, as the API returns it. */
export interface RecordPart {
  source: RecordSource;
}

/** A part of the record as a screen shows it. */
export interface ShownRecord<Answer> {
  loading: Loading;
  /** Undefined until it is fetched; kept while it is fetched again, and if that fails. */
  answer: Answer | undefined;
  /** When the server sent the answer (ms since 1970), if it is a copy because the server can't be reached. */
  copiedAt: number | undefined;
  /** Whether the patient does not share this part with the user. */
  isNotShared: boolean;
  retry(): void;
}

/** Fetch states of `useLoad`, in the words of `FetchedContent`. */
const LOADING = { loading: 'loading', ready: 'ready', failed: 'failed' } as const;

/**
 * Fetches a part of a profile's record from the hospital when a screen opens, the language changes, the user asks for a
 * refresh or the hospital changes the record. Offline, returns the copy that this session has last seen.
 * @param part path below the profile, e.g. `medications`
 */
export function useRecord<Answer extends RecordPart>(profileId: number, part: string): ShownRecord<Answer> {
  const path = `v1/profiles/${profileId}/${part}`;
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  useChange('record.updated', onChange);
  useChange('share.updated', onChange);
  const { state, value, error, retry } = useLoad(() => readThrough<Answer>(path), [path, locale, refresh, changes]);
  const request = `${path} ${locale}`;
  const [shown, setShown] = useState<{ request: string; answer: Answer }>();
  useEffect(() => {
    if (value) setShown({ request, answer: value });
  }, [value, request]);
  const isNotShared = error instanceof ApiFailure && error.code === 'NOT_SHARED';
  const before = shown?.request === request && !isNotShared ? shown.answer : undefined;
  const answer = value ?? before;
  return {
    loading: isNotShared ? 'ready' : LOADING[state],
    answer,
    copiedAt: answer && cachedAt(answer),
    isNotShared,
    retry,
  };
}
