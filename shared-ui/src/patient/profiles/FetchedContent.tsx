import type { ReactNode } from 'react';
import { useText } from '../../platform/i18n/index.ts';
import { Apology, Button, Note, Skeleton, Stack } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { type Loading, useStore } from '../store.ts';

export interface FetchedContentProps {
  loading: Loading;
  /** There is nothing to show (yet). */
  isEmpty: boolean;
  /** "Your results can't be shown just now". */
  failed: string;
  /** What that means for the person, whose connection it may be; not shown while it is the hospital's own data that is out. */
  failedText: string;
  /** Fetches again; may throw, which shows in `loading`. */
  retry(): void | Promise<void>;
  /** Stands here when all is fetched and nothing is there. */
  empty: ReactNode;
  children: ReactNode;
}

/** What comes from the server, in each of its states: on its way, failed, empty, old, there. */
export function FetchedContent({ loading, isEmpty, failed, failedText, retry, empty, children }: FetchedContentProps) {
  const t = useText(words);
  const isHospitalOut = useStore(({ session }) => session.isHospitalOut === true);
  const again = () => void Promise.resolve(retry()).catch((error) => console.info('Fetching again failed', error));
  if (isEmpty && loading === 'ready') return empty;
  if (isEmpty && loading !== 'failed') return <Skeleton label={t('loading')} />;
  if (isEmpty) {
    return (
      <Apology title={failed} text={isHospitalOut ? t('hospitalOut') : failedText}>
        <Button onClick={again}>{t('tryAgain')}</Button>
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
