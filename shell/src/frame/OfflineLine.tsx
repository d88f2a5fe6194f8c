import CloudOff from 'lucide-react/icons/cloud-off';
import { formatMoment, type Store, useStore, useText } from 'shared-ui';
import { SHORT_SCREEN, useNow } from 'shared-ui/host';
import { styled } from 'styled-components';
import { words } from '../words.ts';

const MINUTE_MS = 60_000;

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
  /* Two lines, so that the screen below stays usable. */
  ${SHORT_SCREEN} {
    font-size: min(var(--text-s), 5vw);

    p {
      padding-block: var(--space-1);
    }
  }
`;

/** Returns when the oldest data on screen was fetched (ms since the epoch), or null before the first fetch. */
function oldestFetch({ events, records, supporters }: Store): number | null {
  const times = [events, records, supporters].map(({ fetchedAt }) => fetchedAt).filter((at) => at !== null);
  return times.length > 0 ? Math.min(...times) : null;
}

/** The age of the data, such as "What you see is 5 minutes old.", once anything was fetched. */
function Age() {
  const t = useText(words);
  const since = useStore(oldestFetch);
  const now = useNow();
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
  return (
    <Strip>
      {isOffline && (
        <section aria-label={t('offline.label')}>
          <p>
            <CloudOff aria-hidden="true" />
            <span>
              <b role="status">{t(isHospitalOut ? 'offline.hospital' : 'offline.title')}</b> <Age />
            </span>
          </p>
        </section>
      )}
    </Strip>
  );
}
