import { Actions, Button, endSession, Note, Page, Stack, useSubmit, useText } from 'shared-ui';
import { Form, Formik } from 'shared-ui/forms';
import { resendSecondFactor, verifySecondFactor } from '../../api/sign-in.ts';
import { CodeField } from '../../components/code/CodeField.tsx';
import { ResendButton } from '../../components/code/ResendButton.tsx';
import { codeSchema, NO_CODE, type TypedCode } from '../../components/code/schema.ts';
import { useReason } from '../../session/failure.ts';
import { words } from '../../words-account.ts';
import { endSessionIfOver, useUpgrade } from './useUpgrade.ts';

/** Number of digits in the code that is emailed to staff. */
const CODE_LENGTH = 6;
const SCHEMA = codeSchema(CODE_LENGTH);

/** The code that is emailed to staff after their password. */
export function CodeStep() {
  const t = useText(words);
  const reason = useReason();
  const upgrade = useUpgrade();
  const check = useSubmit(async (code: string) => upgrade(await endSessionIfOver(verifySecondFactor(code))));
  const again = useSubmit(() => endSessionIfOver(resendSecondFactor()));
  const error = check.error ?? again.error;
  const submit = ({ code }: TypedCode) => {
    again.reset();
    return check.submit(code);
  };
  const sendAgain = () => {
    check.reset();
    return again.submit();
  };
  return (
    <Page title={t('secondFactor.title')} intro={<p>{t('secondFactor.text')}</p>}>
      <Formik initialValues={NO_CODE} validationSchema={SCHEMA} onSubmit={submit}>
        {({ values, isSubmitting }) => (
          <Form noValidate>
            <Stack $gap={16}>
              <div role="status">
                {again.state === 'sent' && <Note tone="success">{t('secondFactor.resent')}</Note>}
              </div>
              <CodeField label={t('secondFactor.label')} count={CODE_LENGTH} />
              {error !== null && (
                <Note tone="error" live="alert">
                  {reason(error)}
                </Note>
              )}
            </Stack>
            <Actions>
              <Button type="submit" disabled={!SCHEMA.isValidSync(values)} busy={isSubmitting}>
                {t('secondFactor.submit')}
              </Button>
              <ResendButton busy={again.state === 'sending'} onResend={sendAgain}>
                {t('secondFactor.resend')}
              </ResendButton>
              <Button variant="plain" onClick={() => void endSession()}>
                {t('secondFactor.leave')}
              </Button>
            </Actions>
          </Form>
        )}
      </Formik>
    </Page>
  );
}
