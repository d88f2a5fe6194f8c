import { useMemo, useState } from 'react';
import {
  ApiFailure,
  changeContact,
  runtimeConfig,
  Stack,
  signedInUser,
  type Translate,
  useStore,
  useSubmit,
  useText,
} from 'shared-ui';
import { isEmail } from 'shared-ui/contract';
import { createDraft, FormikField, KeepDraft, phoneCanExist, RadioCards, usePhoneRule, yup } from 'shared-ui/forms';
import { Contacts } from '../../../components/help-sections.tsx';
import { FormTextField, SectionForm } from '../../../components/SectionForm.tsx';
import { words } from '../../../screen-words.ts';

/** A number with its dial code, as the API accepts it: 10 to 15 digits, separators allowed. */
const PHONE = /^\+?(?:[ .()-]*\d){10,15}$/;

/** Contact details; both fields are optional. */
export const contactSchema = (t: Translate<'settings.phoneInvalid' | 'settings.emailInvalid'>) =>
  yup.object({
    mobilePhone: yup
      .string()
      .trim()
      .matches(PHONE, { message: t('settings.phoneInvalid'), excludeEmptyString: true })
      .test('exists', t('settings.phoneInvalid'), async (phone = '') => !PHONE.test(phone) || phoneCanExist(phone)),
    contactEmail: yup
      .string()
      .trim()
      .test(
        'format',
        t('settings.emailInvalid'),
        (email = '') => email === '' || isEmail(email, runtimeConfig().emailFormat),
      ),
  });

const CONTACT_METHODS = ['text', 'email', 'phone'] as const;
type ContactMethod = (typeof CONTACT_METHODS)[number];

type Values = {
  contactMethod: ContactMethod;
  mobilePhone: string;
  contactEmail: string;
};

/** Typed values that override the known ones. */
const draft = createDraft<Partial<Values>>({});

/** Returns the server's reason for refusing the phone number: it lists the countries that are served. */
const refusedNumber = (error: unknown) => (error instanceof ApiFailure ? error.fields.mobilePhone : undefined);

const orNull = (typed: string) => typed.trim() || null;

/** The demo's placeholder (docs/product-rules.md#help-and-settings). */
function ContactMethods() {
  const t = useText(words);
  return (
    <FormikField<ContactMethod | null> name="contactMethod">
      {(field) => (
        <RadioCards<ContactMethod>
          {...field}
          label={t('settings.contactMethod')}
          hint={t('settings.demoContactMethodHint')}
          options={CONTACT_METHODS.map((method) => ({ value: method, label: t(`help.${method}`) }))}
        />
      )}
    </FormikField>
  );
}

export function ContactForm() {
  const t = useText(words);
  const schema = useMemo(() => contactSchema(t), [t]);
  usePhoneRule();
  const me = useStore(signedInUser);
  const known = me?.mobilePhone ?? me?.phoneNumber ?? '';
  const start: Values = {
    contactMethod: 'text',
    mobilePhone: known,
    contactEmail: me?.contactEmail ?? me?.email ?? '',
    ...draft.get(),
  };
  const [isPhoneChange, setIsPhoneChange] = useState(false);
  const { state, error, submit } = useSubmit(async ({ mobilePhone, contactEmail }: Values) => {
    setIsPhoneChange(mobilePhone.trim() !== known);
    await changeContact({ mobilePhone: orNull(mobilePhone), contactEmail: orNull(contactEmail) });
    void draft.forget();
  });
  const failure = (
    <Stack $gap={8}>
      <p>{refusedNumber(error) ?? t('settings.failed')}</p>
      {isPhoneChange && (
        <>
          <p>{t('settings.phoneFailed')}</p>
          <Contacts />
        </>
      )}
    </Stack>
  );
  return (
    <SectionForm<Values>
      initialValues={start}
      validationSchema={schema}
      onSubmit={submit}
      lead={<KeepDraft draft={draft} />}
      check={t('form.check')}
      saved={state === 'sent' && t('settings.saved')}
      failure={state === 'failed' && failure}
      save={t('settings.save')}
    >
      {runtimeConfig().demo && <ContactMethods />}
      <FormTextField
        name="mobilePhone"
        label={t('settings.phone')}
        hint={t('settings.phoneHint')}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
      />
      <FormTextField
        name="contactEmail"
        label={t('settings.email')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </SectionForm>
  );
}
