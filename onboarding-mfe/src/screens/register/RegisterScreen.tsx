import type { InterestSignUp } from 'mock-api/contract';
import { useMemo, useState } from 'react';
import { Actions, Backdrop, LinkButton, Page, paths, SuccessMark, type Translate, useText } from 'shared-ui';
import { CheckboxField, createDraft, FormikField, useFormikContext, yup } from 'shared-ui/forms';
import { registerInterest } from '../../api/accounts.ts';
import { EmailField, emailRule, FormTextField } from '../../components/fields/text.tsx';
import { ScreenForm } from '../../components/ScreenForm.tsx';
import { useBackAction } from '../../components/screen-parts.tsx';
import { words } from '../../words.ts';

/** Messages: Name Required, Email Required, Invalid Email. The city is optional (docs/product-rules.md#validation). */
export const registerSchema = (t: Translate<'form.nameRequired' | 'form.emailRequired' | 'form.emailInvalid'>) =>
  yup.object({
    name: yup.string().trim().required(t('form.nameRequired')),
    email: emailRule(t),
    city: yup.string(),
    optIn: yup.boolean(),
  });

const draft = createDraft({ name: '', email: '', city: '', optIn: false });

type Values = ReturnType<typeof draft.get>;

function asSignUp({ name, email, city, optIn }: Values): InterestSignUp {
  const where = city.trim();
  return { name: name.trim(), email, optIn, ...(where && { city: where }) };
}

/** `/onboarding/register`: the coming-soon sign-up for patients. */
export default function RegisterScreen() {
  const [isDone, setIsDone] = useState(false);
  return isDone ? <Thanks /> : <SignUp onDone={() => setIsDone(true)} />;
}

function SignUp({ onDone }: { onDone(): void }) {
  const t = useText(words);
  const schema = useMemo(() => registerSchema(t), [t]);
  const back = useBackAction(paths.onboarding.choice);
  const submit = async (values: Values) => {
    // The thank-you appears whether or not the call succeeded (docs/product-rules.md#interest-sign-up).
    await registerInterest(asSignUp(values)).catch((error) => console.info('The sign-up failed', error));
    void draft.forget();
    onDone();
  };
  return (
    <Page title={t('register.title')} intro={t('register.intro')} back={back}>
      <ScreenForm
        initialValues={draft.get()}
        schema={schema}
        onSubmit={submit}
        draft={draft}
        submitLabel={t('register.submit')}
        links={
          <LinkButton to={paths.onboarding.login} variant="plain">
            {t('choice.account')}
          </LinkButton>
        }
      >
        <Fields />
      </ScreenForm>
    </Page>
  );
}

function Fields() {
  const t = useText(words);
  const { isSubmitting } = useFormikContext();
  return (
    <>
      <FormTextField
        name="name"
        label={t('register.name')}
        autoComplete="name"
        enterKeyHint="next"
        maxLength={200}
        required
      />
      <EmailField label={t('register.email')} autoComplete="email" />
      <FormTextField
        name="city"
        label={t('register.city')}
        autoComplete="address-level2"
        enterKeyHint="send"
        maxLength={200}
      />
      <FormikField<boolean> name="optIn">
        {(field) => <CheckboxField {...field} label={t('register.optIn')} />}
      </FormikField>
      {isSubmitting && <Backdrop label={t('register.sending')} />}
    </>
  );
}

function Thanks() {
  const t = useText(words);
  return (
    <Page mark={<SuccessMark />} title={t('register.thanks')} intro={t('register.thanksText')}>
      <Actions>
        <LinkButton to={paths.onboarding.root} replace>
          {t('done')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
