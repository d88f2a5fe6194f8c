import FolderHeart from 'lucide-react/icons/folder-heart';
import { LinkButton, useProfile, useText } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { words } from '../../words-records.ts';
import { openParts } from './record-links.ts';

/** Link from results and care plans to all records; renders nothing if none are shared. */
export function RecordsLink() {
  const t = useText(words);
  const { id, isOwn, firstName, permissions } = useProfile();
  if (openParts(permissions).length === 0) return null;
  return (
    <LinkButton variant="plain" compact icon={<FolderHeart />} to={recordPaths.all(id)}>
      {isOwn ? t('all.mine') : t('all.theirs', { name: firstName })}
    </LinkButton>
  );
}
