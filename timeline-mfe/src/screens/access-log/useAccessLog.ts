import type { AuditEntry } from 'mock-api/contract';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Loading } from 'shared-ui';
import { fetchAccessLog } from '../../api/access-log.ts';

interface AccessLog {
  /** Newest first, in the words of the language that was in use when it was fetched. */
  entries: AuditEntry[];
  loading: Loading;
  /** Fetches it again. A failure shows in `loading`. */
  load(): Promise<void>;
}

/** Who looked at the person's records, fetched when it is asked for and kept nowhere. */
export function useAccessLog(): AccessLog {
  const [entries, setEntries] = useState<AuditEntry[]>([]);
  const [loading, setLoading] = useState<Loading>('loading');
  const asked = useRef(0);
  const load = useCallback(async () => {
    asked.current += 1;
    const mine = asked.current;
    const settle = (outcome: Loading) => mine === asked.current && setLoading(outcome);
    setLoading('loading');
    try {
      const answer = await fetchAccessLog();
      if (mine === asked.current) setEntries(answer);
      settle('ready');
    } catch (error) {
      console.info('The access log could not be fetched', error);
      settle('failed');
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { entries, loading, load };
}
