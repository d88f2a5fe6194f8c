import { Apology, Button, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Shown when not even the configuration could be read: plain static hosting that is out of reach. */
export function StartFailure() {
  const t = useText(words);
  return (
    <main>
      <Apology title={t('start.failed')} text={t('start.failedText')}>
        <Button onClick={() => location.reload()}>{t('start.tryAgain')}</Button>
      </Apology>
    </main>
  );
}
