import { Apology, Button, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Shown when the configuration can't be read, on static hosting that is unreachable. */
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
