import KeyRound from 'lucide-react/icons/key-round';
import Smartphone from 'lucide-react/icons/smartphone';
import type { Me, NewPasskey, Passkey, PasskeyCreation, AuthenticatorSetup as Setup } from 'mock-api/contract';
import { useState } from 'react';
import { Actions, ApiFailure, Button, call, endSession, Note, Page, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { AuthenticatorSetup, createPasskey, hasPasskeys, startAuthenticator } from 'shared-ui/forms';
import { withSessionCheck } from '../../session/failure.tsx';
import { words } from '../../words-account.ts';

async function addFirstPasskey(): Promise<void> {
  const asked = await call<PasskeyCreation>('post', 'v1/passkeys/registration/options');
  const credential: NewPasskey['credential'] = await createPasskey(asked);
  await call<Passkey>('post', 'v1/passkeys/registration/verify', { credential });
}

/**
 * Staff's first passkey or authenticator app, after the emailed code. Either opens the session.
 * @param onEnrolled gets the user as the full session sees them
 */
export function EnrolStep({ onEnrolled }: { onEnrolled(me: Me): void }) {
  const t = useText(words);
  const [setup, setSetup] = useState<Setup>();
  const finish = async () => onEnrolled(await call<Me>('get', 'v1/users/me'));
  const passkey = useSubmit(async () => {
    app.reset();
    await withSessionCheck(addFirstPasskey());
    await finish();
  });
  const app = useSubmit(async () => {
    passkey.reset();
    setSetup(await withSessionCheck(startAuthenticator()));
  });
  const done = useSubmit(finish);
  const error = passkey.error ?? app.error ?? done.error;
  return (
    <Page title={t('secondFactor.enrolTitle')} intro={setup ? undefined : <p>{t('secondFactor.enrolText')}</p>}>
      <Stack $gap={16}>
        {error !== null && (
          <Note tone="error" live="alert">
            {(error instanceof ApiFailure && error.message) || t('secondFactor.enrolFailed')}
          </Note>
        )}
        {setup && <AuthenticatorSetup setup={setup} onDone={() => void done.submit()} />}
      </Stack>
      <Actions>
        {!setup && hasPasskeys() && (
          <>
            <Button icon={<KeyRound />} busy={passkey.state === 'sending'} onClick={() => void passkey.submit()}>
              {t('secondFactor.enrolPasskey')}
            </Button>
            <Soft>{t('secondFactor.enrolPasskeyText')}</Soft>
          </>
        )}
        {!setup && (
          <>
            <Button
              variant={hasPasskeys() ? 'ghost' : 'primary'}
              icon={<Smartphone />}
              busy={app.state === 'sending'}
              onClick={() => void app.submit()}
            >
              {t('secondFactor.enrolApp')}
            </Button>
            <Soft>{t('secondFactor.enrolAppText')}</Soft>
          </>
        )}
        <Button variant="plain" onClick={() => void endSession()}>
          {t('secondFactor.leave')}
        </Button>
      </Actions>
    </Page>
  );
}
