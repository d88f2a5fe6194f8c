import { LinkButton, Row, SectionTitle, Stack, useProfile, useText } from 'shared-ui';
import { words } from '../words.ts';

/** Links to the forms for asking the hospital about a result or care plan. The timeline remote owns the forms. */
export function AskHospital({ type, id }: { type: 'result' | 'care-plan'; id: string }) {
  const t = useText(words);
  const requests = `/profile/${useProfile().id}/requests`;
  const ask = (kind: string) => `${requests}/new?${new URLSearchParams({ kind, type, id })}`;
  return (
    <Stack as="section">
      <SectionTitle>{t('ask.title')}</SectionTitle>
      <Row $gap={8}>
        <LinkButton variant="ghost" compact to={ask('question')}>
          {t(`ask.${type}`)}
        </LinkButton>
        <LinkButton variant="ghost" compact to={ask('correction')}>
          {t('ask.correction')}
        </LinkButton>
        <LinkButton variant="ghost" compact to={ask('request')}>
          {t('ask.request')}
        </LinkButton>
        <LinkButton variant="plain" compact to={requests}>
          {t('ask.all')}
        </LinkButton>
      </Row>
    </Stack>
  );
}
