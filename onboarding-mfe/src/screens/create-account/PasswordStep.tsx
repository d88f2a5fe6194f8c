import { useMemo } from 'react';
import { Actions, Button, Page, Stack, useText } from 'shared-ui';
import { Form, FormErrors, Formik, KeepDraft } from 'shared-ui/forms';
import { PasswordFields, type Passwords, passwordSchema } from '../../components/fields/password.tsx';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { withPasswords } from './account.ts';
import { accountDraft, dispatch } from './account-draft.ts';
import { useStepLine } from './parts.tsx';

const take = (passwords: Passwords) => withPasswords(accountDraft.get(), passwords);

/** Second step: the password. */
export function PasswordStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const schema = useMemo(() => passwordSchema(t, tCommon('form.passwordRequired')), [t, tCommon]);
  const back = { label: tCommon('back'), onPress: () => dispatch('BACK') };
  return (
    <Page title={t('create.passwordTitle')} intro={useStepLine(2)} back={back}>
      <Formik
        initialValues={accountDraft.get().passwords}
        validationSchema={schema}
        onSubmit={() => dispatch('PASSWORD_SAVED')}
      >
        <Form noValidate>
          <KeepDraft draft={accountDraft} take={take} />
          <Stack $gap={16}>
            <FormErrors title={tCommon('form.check')} />
            <PasswordFields username={accountDraft.get().details.email} />
          </Stack>
          <Actions>
            <Button type="submit">{t('next')}</Button>
          </Actions>
        </Form>
      </Formik>
    </Page>
  );
}
