import { Skeleton, useText } from 'shared-ui';
import { words } from '../../words.ts';

/** Placeholder while pictures or pages are loading. */
export function ViewerWaiting() {
  const t = useText(words);
  return <Skeleton label={t('viewer.loading')} count={4} />;
}
