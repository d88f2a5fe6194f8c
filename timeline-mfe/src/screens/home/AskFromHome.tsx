import { LinkButton, Row, useStore, useText } from 'shared-ui';
import { isUnreadReply, requestPaths } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** Separated from the list, which has no margin at its end. */
const Below = styled(Row)`
  margin-block-start: var(--space-5);
`;

/** Links below the user's own events: ask the hospital, and past requests. */
export function AskFromHome({ profileId }: { profileId: number }) {
  const t = useText(words);
  const unread = useStore(({ events }) => events.list.filter((event) => isUnreadReply(event, profileId)).length);
  return (
    <Below as="nav" aria-label={t('ask.title')} $gap={8}>
      <LinkButton variant="ghost" compact to={requestPaths.create(profileId, 'request')}>
        {t('ask.request')}
      </LinkButton>
      <LinkButton variant="plain" compact to={requestPaths.list(profileId)}>
        {unread === 0 ? t('ask.all') : t('ask.unread', { count: unread })}
      </LinkButton>
    </Below>
  );
}
