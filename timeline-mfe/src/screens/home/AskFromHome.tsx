import { LinkButton, Row, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { newRequestPath, requestsPath } from '../../components/request-paths.ts';
import { words } from '../../words.ts';

/** Apart from the list, which ends without a space of its own. */
const Below = styled(Row)`
  margin-block-start: var(--space-5);
`;

/** Below the user's own events: asking the hospital for something, and what was asked. */
export function AskFromHome({ profileId }: { profileId: number }) {
  const t = useText(words);
  return (
    <Below as="nav" aria-label={t('ask.title')} $gap={8}>
      <LinkButton variant="ghost" compact to={newRequestPath(profileId, 'request')}>
        {t('ask.request')}
      </LinkButton>
      <LinkButton variant="plain" compact to={requestsPath(profileId)}>
        {t('ask.all')}
      </LinkButton>
    </Below>
  );
}
