import { Actions, LinkButton, paths, useText } from 'shared-ui';
import { words } from '../../words-account.ts';

/** An account for those who have none, sign-in for those who have. */
export function WaysIn() {
  const t = useText(words);
  return (
    <Actions>
      <LinkButton to={paths.onboarding.createAccount}>{t('invitation.create')}</LinkButton>
      <LinkButton to={paths.onboarding.login} variant="ghost">
        {t('invitation.login')}
      </LinkButton>
    </Actions>
  );
}
