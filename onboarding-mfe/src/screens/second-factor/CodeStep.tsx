import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { type SubmitEvent, useState } from 'react';
import { Actions, Button, endSession, Note, Page, Stack, useSubmit, useText } from 'shared-ui';
import { PinInput, useUnsent } from 'shared-ui/forms';
import { resendSecondFactor, verifySecondFactor } from '../../api/sign-in.ts';
import { useReason } from '../../session/failure.ts';
import { words } from '../../words-account.ts';
import { heard, useWiden } from './useWiden.ts';

/** Digits of the code that staff get by e-mail. */
const CODE_LENGTH = 6;
const FIELD = 'second-factor';

/** The code that staff get by e-mail after their password. */
export function CodeStep() {
  const t = useText(words);
  const reason = useReason();
  const [code, setCode] = useState('');
  useUnsent(code !== '');
  const widen = useWiden();
  const check = useSubmit(async () => widen(await heard(verifySecondFactor(code))));
  const again = useSubmit(() => heard(resendSecondFactor()));
  const error = check.error ?? again.error;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    again.reset();
    if (code.length === CODE_LENGTH) void check.submit();
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
