import { LinkButton, paths, Stack, useText } from 'shared-ui';
import { words } from '../words.ts';

const { privacy, terms, ndaLegal } = paths.onboarding;

/** Links to the legal documents, under their own heading. */
export function LegalLinks() {
  const t = useText(words);
  return (
    <Stack as="section">
      <h2>{t('legal.title')}</h2>
      <LinkButton variant="ghost" compact to={privacy}>
        {t('legal.privacy')}
      </LinkButton>
      <LinkButton variant="ghost" compact to={terms}>
        {t('legal.terms')}
      </LinkButton>
      <LinkButton variant="ghost" compact to={ndaLegal}>
        {t('legal.nda')}
      </LinkButton>
    </Stack>
  );
}
