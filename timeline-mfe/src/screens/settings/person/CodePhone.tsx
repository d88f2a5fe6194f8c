import { useMemo } from 'react';
import { ApiFailure, Button, Note, Soft, Stack, signedInUser, useStore, useSubmit, useText } from 'shared-ui';
import { yup } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import { askForNumber, confirmNumber, sendPhoneCode } from '../../../api/account.ts';
import { FormTextField, SectionForm } from '../../../components/SectionForm.tsx';
import en from '../../../locales/code-phone.en.json';
import { useConfirmed } from '../ConfirmIdentity.tsx';

const words = defineCatalogue(
  'timeline-mfe/code-phone',
  en,
  (tag) => import(`../../../locales/code-phone.${tag}.json`),
);

/** Returns why a call failed, as the server says or in general; undefined if it didn't fail. */
function useReason() {
  const t = useText(words);
  return (error: unknown): string | undefined => {
    if (error === null) return undefined;
    const reason = error instanceof ApiFailure ? (error.fields.phoneNumber ?? error.message) : '';
    return reason || t('failed');
  };
}

/**
 * The mobile number for security codes: whether it is confirmed, its code, and another number
 * (docs/product-rules.md#help-and-settings).
 */
export function CodePhone() {
  const t = useText(words);
  const me = useStore(signedInUser);
  if (!me) return null;
  const { phoneNumber, pendingPhoneNumber: pending } = me;
  return (
    <Stack as="section" $gap={16}>
      <h2>{t('title')}</h2>
      {phoneNumber !== '' && phoneNumber !== pending && <p>{t('confirmed', { phone: phoneNumber })}</p>}
      {pending !== undefined && <ConfirmForm key={pending} phone={pending} />}
      <NumberForm />
    </Stack>
  );
}

/** Asks for the code that was texted to a number. */
function ConfirmForm({ phone }: { phone: string }) {
  const t = useText(words);
  const reason = useReason();
  const schema = useMemo(() => {
    const code = yup.string().trim().required(t('codeRequired'));
    return yup.object({ code: code.matches(/^(\d{4}|\d{6})$/, t('codeRequired')) });
  }, [t]);
  const send = useSubmit(sendPhoneCode);
  const { error, submit } = useSubmit(async ({ code }: { code: string }) => {
    send.reset();
    await confirmNumber(code.trim());
  });
  return (
    <SectionForm
      initialValues={{ code: '' }}
      validationSchema={schema}
      onSubmit={submit}
      lead={<Note tone="warning">{t('waiting', { phone })}</Note>}
      check={t('check')}
      failure={reason(error ?? send.error)}
      save={t('confirm')}
      after={
        <Button variant="ghost" busy={send.state === 'sending'} onClick={() => void send.submit()}>
          {t('send')}
        </Button>
      }
    >
      <FormTextField
        name="code"
        label={t('code')}
        hint={t('codeHint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
      />
      <div role="status">{send.state === 'sent' && <Note tone="success">{t('sent')}</Note>}</div>
    </SectionForm>
  );
}

/** Asks for another number, which then waits for its code. */
function NumberForm() {
  const t = useText(words);
  const confirmed = useConfirmed();
  const reason = useReason();
  const schema = useMemo(() => yup.object({ phone: yup.string().trim().required(t('phoneRequired')) }), [t]);
  const { error, submit } = useSubmit(({ phone }: { phone: string }) => confirmed(() => askForNumber(phone.trim())));
  return (
    <SectionForm
      initialValues={{ phone: '' }}
      validationSchema={schema}
      onSubmit={submit}
      check={t('check')}
      failure={reason(error)}
      save={t('change')}
      variant="ghost"
      after={<Soft>{t('help')}</Soft>}
    >
      <FormTextField
        name="phone"
        label={t('phone')}
        hint={t('phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
    </SectionForm>
  );
}
