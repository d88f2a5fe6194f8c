import type { Day } from 'mock-api/contract';
import { useState } from 'react';
import { cachedAt, useLoad, useLocale, useStore } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { fetchDay } from '../../../api/day.ts';

export interface ShownDay {
  /** Undefined until it is fetched; kept while it is fetched again, and if that fails. */
  day: Day | undefined;
  /** When the server sent it (ms since 1970), if it is a copy because the server can't be reached. */
  copiedAt: number | undefined;
  /** Whether it could not be fetched, until it is. */
  hasFailed: boolean;
  isFetching: boolean;
  retry(): void;
}

/** Fetches a profile's day, again after a refresh, in another language and when the hospital changes something. */
export function useDay(profileId: number): ShownDay {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  useChange('record.updated', onChange);
  useChange('share.updated', onChange);
  const { value, state, retry } = useLoad(() => fetchDay(profileId), [profileId, locale, refresh, changes]);
  const request = `${profileId} ${locale}`;
  const [known, setKnown] = useState<{ request: string; day: Day }>();
  if (value && known?.day !== value) setKnown({ request, day: value });
  const [hasFailed, setFailed] = useState(false);
  if (state !== 'loading' && hasFailed !== (state === 'failed')) setFailed(state === 'failed');
  const day = value ?? (known?.request === request ? known.day : undefined);
  return { day, copiedAt: day && cachedAt(day), hasFailed, isFetching: state === 'loading', retry };
}
