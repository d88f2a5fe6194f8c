import { type ReactNode, useState } from 'react';
import { logUnexpected } from '../../platform/http/failure.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { Apology, Button, Note, Skeleton, Stack } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { type Loading, useStore } from '../store.ts';

interface FetchedContentProps {
  loading: Loading;
  /** Whether there is nothing to show (yet). */
  isEmpty: boolean;
  /** Title of the apology, e.g. "Your results can't be shown just now". */
  failed: string;
  /**
   * Text of the apology, which may ask to check the connection; not shown while the hospital can't reach its own data.
   */
  failedText: string;
  /** Fetches again. May throw; the failure then shows in `loading`. */
  retry(): void | Promise<void>;
  /** Shown when everything was fetched and there is nothing to show. */
  empty: ReactNode;
  children: ReactNode;
}

/** Returns how many fetches in a row have failed. */
function useFailures(loading: Loading): number {
  const [before, setBefore] = useState<Loading>('idle');
  const [failures, setFailures] = useState(0);
  if (loading === before) return failures;
  setBefore(loading);
  if (loading === 'failed') setFailures(failures + 1);
  else if (loading !== 'loading') setFailures(0);
  return failures;
}

/** Renders content from the server in each of its states: loading, failed, empty, outdated, ready. */
export function FetchedContent({ loading, isEmpty, failed, failedText, retry, empty, children }: FetchedContentProps) {
  const t = useText(words);
  const isHospitalOut = useStore(({ session }) => session.isHospitalOut === true);
  const failures = useFailures(loading);
  const again = () => void Promise.resolve(retry()).catch((error) => logUnexpected('Fetching again failed', error));
  if (isEmpty && loading === 'ready') return empty;
  if (isEmpty && failures === 0) return <Skeleton label={t('loading')} />;
  if (isEmpty) {
    // It stays while content is fetched again, by itself or by the button, which keeps the focus. Read out each time.
    const text = <span key={failures}>{isHospitalOut ? t('hospitalOut') : failedText}</span>;
    return (
      <Apology title={failed} text={text}>
        <Button busy={loading !== 'failed'} onClick={again}>
          {t('tryAgain')}
        </Button>
      </Apology>
    );
  }
  return (
    <Stack>
      {loading === 'failed' && (
        <Note tone="warning" live="status">
          <p>{t('notUpdated')}</p>
          <Button variant="plain" compact onClick={again}>
            {t('tryAgain')}
          </Button>
        </Note>
      )}
      {children}
    </Stack>
  );
}
