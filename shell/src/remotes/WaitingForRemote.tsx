import { LateWaiting, useText } from 'shared-ui';
import { words } from '../words.ts';

/** What stands in a remote's slot until it is there. */
export function WaitingForRemote() {
  const t = useText(words);
  return <LateWaiting caption={t('remote.waiting')} />;
}
