import { LateWaiting, useText } from 'shared-ui';
import { words } from '../../words.ts';

/** Placeholder in a remote's slot while it loads. */
export function WaitingForRemote() {
  const t = useText(words);
  return <LateWaiting caption={t('remote.waiting')} />;
}
