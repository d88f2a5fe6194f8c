import type { CareEvent } from 'mock-api/contract';
import { LinkButton, Row, SectionTitle, Stack, useText } from 'shared-ui';
import { words } from '../words.ts';
import { newRequestPath, requestsPath } from './request-paths.ts';

const KINDS = ['question', 'correction', 'request'] as const;

/** Links for asking the hospital about an event. */
export function AskAboutEvent({ event: { id, profileId } }: { event: CareEvent }) {
  const t = useText(words);
  return (
    <Stack as="section">
      <SectionTitle>{t('ask.title')}</SectionTitle>
      <Row $gap={8}>
        {KINDS.map((kind) => (
          <LinkButton key={kind} variant="ghost" compact to={newRequestPath(profileId, kind, { type: 'event', id })}>
            {t(`ask.${kind}`)}
          </LinkButton>
        ))}
        <LinkButton variant="plain" compact to={requestsPath(profileId)}>
          {t('ask.all')}
        </LinkButton>
      </Row>
    </Stack>
  );
}
