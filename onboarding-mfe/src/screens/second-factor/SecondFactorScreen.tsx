import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type SubmitEvent, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  endSession,
  Note,
  Page,
  paths,
  Stack,
  staffPaths,
  upgradeSession,
  useSubmit,
  useText,
} from 'shared-ui';
import { PinInput, useUnsent } from 'shared-ui/forms';
import { resendSecondFactor, verifySecondFactor } from '../../api/sign-in.ts';
import { endIfOver, useReason } from '../../session/failure.ts';
import { SignedIn } from '../../session/SignedIn.tsx';
import { answerTutorialOffer } from '../../session/tutorial.ts';
import { words } from '../../words-account.ts';

/** Digits of the code that staff get by e-mail. */
const CODE_LENGTH = 6;
const FIELD = 'second-factor';

/** `/onboarding/second-factor`: the code that staff get by e-mail after their password. */
export default function SecondFactorScreen() {
  return (
    <SignedIn level="narrow">
      {(me) =>
        me.scope === 'narrow' && me.roleType !== 'staff' ? (
          <Navigate to={paths.onboarding.pinCode} replace />
        ) : (
          <SecondFactor />
        )
      }
    </SignedIn>
  );
}

/** Ends the session here, too, when a call failed because it is over on the server. */
async function heard<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (failure) {
    await endIfOver(failure);
    throw failure;
  }
}

/** Staff need no tutorial: they land on the desk, and the demo is open to them from there. */
function useCheck() {
  const navigate = useNavigate();
  return useSubmit(async (code: string) => {
    upgradeSession(await heard(verifySecondFactor(code)));
    answerTutorialOffer(false);
    navigate(staffPaths.desk, { replace: true });
  });
}

function SecondFactor() {
  const t = useText(words);
  const reason = useReason();
  const [code, setCode] = useState('');
  useUnsent(code !== '');
  const check = useCheck();
  const again = useSubmit(() => heard(resendSecondFactor()));
  const error = check.error ?? again.error;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    again.reset();
    if (code.length === CODE_LENGTH) void check.submit(code);
  };
  const sendAgain = async () => {
    setCode('');
    check.reset();
    await again.submit();
    document.getElementById(FIELD)?.focus();
  };
  return (
    <Page title={t('secondFactor.title')} intro={<p>{t('secondFactor.text')}</p>}>
      <form onSubmit={submit} noValidate>
        <Stack $gap={16}>
          <div role="status">{again.state === 'sent' && <Note tone="success">{t('secondFactor.resent')}</Note>}</div>
          <PinInput
            id={FIELD}
            name={FIELD}
            label={t('secondFactor.label')}
            count={CODE_LENGTH}
            value={code}
            onChange={setCode}
          />
          {error !== null && (
            <Note tone="error" live="alert">
              {reason(error)}
            </Note>
          )}
        </Stack>
        <Actions>
          <Button type="submit" disabled={code.length < CODE_LENGTH} busy={check.state === 'sending'}>
            {t('secondFactor.submit')}
          </Button>
          <Button variant="plain" icon={<RotateCcw />} busy={again.state === 'sending'} onClick={sendAgain}>
            {t('secondFactor.resend')}
          </Button>
          <Button variant="plain" onClick={() => void endSession()}>
            {t('secondFactor.leave')}
          </Button>
        </Actions>
      </form>
    </Page>
  );
}
