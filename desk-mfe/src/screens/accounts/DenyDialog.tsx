import { useMemo } from 'react';
import { Stack, type Translate, useSubmit, useText } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { Form, FormErrors, Formik, FormikField, TextArea, yup } from 'shared-ui/forms';
import { denyAccount } from '../../api/accounts.ts';
import { DialogActions } from '../../components/DialogActions.tsx';
import { Failure } from '../../components/Failure.tsx';
import { UnsentTyping } from '../../components/UnsentTyping.tsx';
import { words } from '../../words.ts';

/** Maximum length of a reason that the API accepts. */
const REASON_LENGTH = 500;

/** Requires a reason, because the account's owner reads it. */
const denialSchema = (t: Translate<'accounts.reasonRequired'>) =>
  yup.object({ reason: yup.string().trim().required(t('accounts.reasonRequired')) });

const NO_REASON = { reason: '' };

interface Props {
  open: boolean;
  /** Id of the account. */
  id: string;
  name: string;
  onClose(): void;
  onDenied(): void;
}

/** Asks for the reason for a denial, which is sent to the account's owner. Keeps the text on failure or close. */
export function DenyDialog({ open, id, name, onClose, onDenied }: Props) {
  const t = useText(words);
  const schema = useMemo(() => denialSchema(t), [t]);
  const { error, submit } = useSubmit(async ({ reason }: typeof NO_REASON) => {
    await denyAccount(id, reason.trim());
    onClose();
    onDenied();
  });
  return (
    // Outside the dialog, whose content is unmounted when it closes.
    <Formik initialValues={NO_REASON} validationSchema={schema} onSubmit={submit}>
      {() => (
        <Dialog open={open} onClose={onClose} title={t('accounts.denyTitle', { name })}>
          <Form noValidate>
            <UnsentTyping />
            <Stack>
              <FormErrors title={t('form.check')} />
              <FormikField name="reason">
                {(field) => (
                  <TextArea
                    {...field}
                    label={t('accounts.reason')}
                    hint={t('accounts.reasonHint')}
                    maxLength={REASON_LENGTH}
                    required
                  />
                )}
              </FormikField>
              <Failure error={error} />
            </Stack>
            <DialogActions submit={t('accounts.deny')} variant="danger" onClose={onClose} />
          </Form>
        </Dialog>
      )}
    </Formik>
  );
}
