import { Actions, LinkButton, Note, paths, useText } from 'shared-ui';
import { needsApprovedDomain } from '../../session/invited-domains.ts';
import { words } from '../../words-account.ts';

/** Links to registration and sign-in. */
export function SignUpLinks() {
  const t = useText(words);
  return (
    <>
      {needsApprovedDomain() && <Note>{t('invitation.domains')}</Note>}
      <Actions>
        <LinkButton to={paths.onboarding.createAccount}>{t('invitation.create')}</LinkButton>
        <LinkButton to={paths.onboarding.login} variant="ghost">
          {t('invitation.login')}
        </LinkButton>
      </Actions>
    </>
  );
}
