import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useState } from 'react';
import { formatMoment, type Store, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

const MINUTE_MS = 60_000;
const TICK_MS = 15_000;

const Strip = styled.div`
  flex: none;
  background: var(--new-soft);
  font-size: var(--text-s);

  p {
    display: flex;
    gap: 10px;
    max-inline-size: var(--column);
    margin-inline: auto;
    padding: var(--space-2) var(--space-4);
  }
  svg {
    flex: none;
    /* Beside the first of several lines. */
    block-size: 1lh;
    color: var(--new);
  }
`;

/** Returns the current time (ms since the epoch), updated every 15 seconds while needed. */
function useNow(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}

/** Returns when the oldest data on screen was fetched (ms since the epoch), or null before the first fetch. */
function oldest({ events, records, supporters }: Store): number | null {
  const times = [events, records, supporters].map(({ fetchedAt }) => fetchedAt).filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/**
 * Returns the text for the age of the data, such as "What you see is 5 minutes old.", or null before the first fetch.
 */
function useAge(isOffline: boolean): string | null {
  const t = useText(words);
  const since = useStore(oldest);
  const now = useNow(isOffline);
  if (since === null) return null;
  const minutes = Math.max(0, Math.floor((now - since) / MINUTE_MS));
  if (minutes < 1) return t('offline.fresh');
  if (minutes < 60) return t('offline.minutes', { count: minutes });
  return t('offline.since', { moment: formatMoment(new Date(since).toISOString(), new Date(now)) });
}

/** Line under the top bar while the server can't be reached, with the age of the data shown. */
export function OfflineLine() {
  const t = useText(words);
  const isOffline = useStore(({ session }) => session.isOffline);
  const isHospitalOut = useStore(({ session }) => session.isHospitalOut === true);
  const age = useAge(isOffline);
  return (
    <Strip>
      {isOffline && (
        <section aria-label={t('offline.label')}>
          <p>
            <CloudOff aria-hidden="true" />
            <span>
              <b role="status">{t(isHospitalOut ? 'offline.hospital' : 'offline.title')}</b> {age}
            </span>
          </p>
        </section>
      )}
    </Strip>
  );
}
