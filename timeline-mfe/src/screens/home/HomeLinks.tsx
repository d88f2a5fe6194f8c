import { Link } from 'react-router-dom';
import { DrawnIcon, LinkButton, Row, useNavigation, useStore, useText } from 'shared-ui';
import { isUnreadReply, requestPaths } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Links = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-2);
  max-inline-size: var(--card-max);
  margin-block-end: var(--space-3);
`;

const HomeLink = styled(Link)`
  display: flex;
  flex: 1 1 40%;
  align-items: center;
  gap: var(--space-3);
  min-block-size: 52px;
  padding: var(--space-2) var(--space-3);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--ink);
  font-weight: 560;
  text-decoration: none;

  > svg {
    flex: none;
    color: var(--brand);
  }
  &:hover {
    background: var(--brand-soft);
  }
`;

/** Links that other remotes declare for the home screen; renders nothing if there are none. */
export function HomeLinks() {
  const t = useText(words);
  const links = useNavigation('home');
  if (links.length === 0) return null;
  return (
    <Links aria-label={t('home.links')}>
      {links.map(({ path, label, drawing }) => (
        <HomeLink key={path} to={path}>
          <DrawnIcon strokes={drawing} />
          <span>{label}</span>
        </HomeLink>
      ))}
    </Links>
  );
}

/** Separated from the list, which has no margin at its end. */
const Below = styled(Row)`
  margin-block-start: var(--space-5);
`;

/** Links below the user's own events: ask the hospital, and past requests. */
export function RequestLinks({ profileId }: { profileId: number }) {
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
