import { Skeleton, useText } from 'shared-ui';
import { words } from '../../words.ts';

/** Where pictures or pages will be. */
export function ViewerWaiting() {
  const t = useText(words);
  return <Skeleton label={t('viewer.loading')} count={4} />;
}
