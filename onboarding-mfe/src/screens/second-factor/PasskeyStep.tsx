import KeyRound from 'lucide-react/icons/key-round';
import Mail from 'lucide-react/icons/mail';
import { Actions, Button, endSession, Note, Page, Stack, useSubmit, useText } from 'shared-ui';
import { hasPasskeys, presentPasskey } from 'shared-ui/forms';
import { askForSecondFactor, passSecondFactor } from '../../api/passkeys.ts';
import { resendSecondFactor } from '../../api/sign-in.ts';
import { PasskeyError } from '../../components/PasskeyError.tsx';
import { words } from '../../words-account.ts';
import { endSessionIfOver, useUpgrade } from './useUpgrade.ts';

/** The passkey of staff after their password. If its device is not at hand, they can request a code by email. */
export function PasskeyStep({ onCode }: { onCode(): void }) {
  const t = useText(words);
  const upgrade = useUpgrade();
  const check = useSubmit(async () => {
    byEmail.reset();
    const challenge = await endSessionIfOver(askForSecondFactor());
    upgrade(await endSessionIfOver(passSecondFactor(await presentPasskey(challenge))));
  });
  const byEmail = useSubmit(async () => {
    check.reset();
    await endSessionIfOver(resendSecondFactor());
    onCode();
  });
  const error = check.error ?? byEmail.error;
  return (
    <Page title={t('secondFactor.title')} intro={<p>{t('secondFactor.passkeyText')}</p>}>
      <Stack $gap={16}>
        {!hasPasskeys() && <Note tone="info">{t('passkey.impossible')}</Note>}
        {error !== null && <PasskeyError error={error} />}
      </Stack>
      <Actions>
        {hasPasskeys() && (
          <Button icon={<KeyRound />} busy={check.state === 'sending'} onClick={() => void check.submit()}>
            {t('secondFactor.passkey')}
          </Button>
        )}
        <Button
          variant="ghost"
          icon={<Mail />}
          busy={byEmail.state === 'sending'}
          onClick={() => void byEmail.submit()}
        >
          {t('secondFactor.byEmail')}
        </Button>
        <Button variant="plain" onClick={() => void endSession()}>
          {t('secondFactor.leave')}
        </Button>
      </Actions>
    </Page>
  );
}
