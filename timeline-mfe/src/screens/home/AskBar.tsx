import { LinkButton, useStore, useText } from 'shared-ui';
import { isUnreadReply, OWN_PROFILE, requestPaths } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

/** Fills the screen, so that the bar is at the bottom however short the content is. */
export const AboveBar = styled.div`
  --toast-lift: 5rem;
  display: flex;
  flex-direction: column;
  min-block-size: 100%;

  /* A focused element scrolls out from under the bar, also where its texts wrap. */
  a,
  button {
    scroll-margin-block-end: 6.5rem;
  }
`;

/** Sticks to the bottom of the page, above the profiles. In the flow, so that it never covers the end of the page. */
const Bar = styled.nav`
  position: sticky;
  z-index: 2;
  inset-block-end: 0;
  margin-block-start: auto;
  padding: var(--space-2) var(--space-4);
  border-block-start: 1px solid var(--line-color);
  background: var(--page);

  > div {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: var(--space-1) var(--space-2);
    max-inline-size: calc(var(--column) - 2 * var(--space-4));
    margin-inline: auto;
  }
  a {
    flex: 1 1 7rem;
    padding-inline: var(--space-3);
  }
  a:first-child {
    flex-grow: 2;
  }
`;

/** "I need something" and the user's requests, always in reach. */
export function AskBar() {
  const t = useText(words);
  const unread = useStore(({ events }) => events.list.filter((event) => isUnreadReply(event, OWN_PROFILE)).length);
  return (
    <Bar aria-label={t('ask.title')}>
      <div>
        <LinkButton compact to={requestPaths.create(OWN_PROFILE, 'request')}>
          {t('ask.request')}
        </LinkButton>
        <LinkButton variant="plain" compact to={requestPaths.list(OWN_PROFILE)}>
          {unread === 0 ? t('ask.all') : t('ask.unread', { count: unread })}
        </LinkButton>
      </div>
    </Bar>
  );
}
