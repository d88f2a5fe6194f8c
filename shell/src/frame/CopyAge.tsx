import { formatMoment, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';

/** Between the logo and the buttons, so that nothing moves when it disappears. */
const Age = styled.small`
  align-self: center;
  color: var(--ink-soft);
  line-height: 1.2;
  text-align: end;
  text-wrap: balance;
`;

/** When the server sent what is shown, while the page shows this phone's copy and asks for the current content. */
export function CopyAge() {
  const t = useText(words);
  const at = useStore(({ events, session }) => (events.isCopy && !session.isOffline ? events.fetchedAt : null));
  if (at === null) return null;
  return <Age>{t('offline.updated', { moment: formatMoment(new Date(at).toISOString(), new Date()) })}</Age>;
}
