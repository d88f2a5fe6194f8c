import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import {
  Actions,
  Button,
  type ButtonVariant,
  Page,
  paths,
  runtimeConfig,
  Soft,
  Stack,
  type Translate,
  useText,
} from 'shared-ui';
import { isPlainName } from 'shared-ui/contract';
import { Form, FormErrors, Formik, KeepDraft, phoneCanExist, phoneIsIn, useFormikContext, yup } from 'shared-ui/forms';
import { type Language, useLanguage } from 'shared-ui/languages';
import {
  dialCode,
  formatTextedCountries,
  offeredCountry,
  PHONE_DIGITS,
  PhoneField,
  phoneDigits,
  textedAreas,
} from '../../components/fields/phone.tsx';
import { EmailField, emailRule, FormTextField } from '../../components/fields/text.tsx';
import { PendingInvitation } from '../../components/PendingInvitation.tsx';
import { useBackAction } from '../../components/screen-parts.tsx';
import { type PendingInvitation as Invitation, readPendingInvitation } from '../../session/invitation.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import { accountDraft, type Details, dispatch } from './account.ts';

type MailKey = 'form.emailRequired' | 'form.emailInvalid';
type Key =
  | 'form.firstNameRequired'
  | 'form.lastNameRequired'
  | 'form.nameLink'
  | 'form.organizationRequired'
  | 'form.phoneRequired'
  | 'form.phoneInvalid'
  | 'form.demoPhoneInvalid'
  | 'form.phoneCountry';

/** The countries that the hospital texts, with dial codes, and a phrase that lists them. */
interface TextedCountries {
  areas: readonly string[];
  asPhrase: string;
}

/** A name without links: it appears in texts and emails. */
const nameRule = (required: string, noLink: string) =>
  yup
    .string()
    .trim()
    .required(required)
    .test('plain', noLink, (name = '') => isPlainName(name));

const DIGITS = new RegExp(`^\\d{${PHONE_DIGITS}}$`);

const invalidPhone = (t: Translate<Key>) => t(runtimeConfig().demo ? 'form.demoPhoneInvalid' : 'form.phoneInvalid');

/**
 * Returns the schema of the first step of creating an account (docs/product-rules.md#validation).
 * @param texted undefined if the hospital texts every country
 */
export const detailsSchema = (t: Translate<Key>, mail: Translate<MailKey>, texted?: TextedCountries) =>
  yup.object({
    firstName: nameRule(t('form.firstNameRequired'), t('form.nameLink')),
    lastName: nameRule(t('form.lastNameRequired'), t('form.nameLink')),
    email: emailRule(mail),
    organization: yup.string().trim().required(t('form.organizationRequired')),
    country: yup.string(),
    phone: yup
      .string()
      .required(t('form.phoneRequired'))
      .matches(DIGITS, { message: invalidPhone(t), excludeEmptyString: true })
      .when('country', ([country = '']: string[], phone) => {
        const isTexted = async (typed: string) => !texted || phoneIsIn(`+${dialCode(country)}${typed}`, texted.areas);
        const exists = async (typed = '') =>
          !DIGITS.test(typed) || !(await isTexted(typed)) || (await phoneCanExist(`+${dialCode(country)}${typed}`));
        return phone
          .test('texted', t('form.phoneCountry', { countries: texted?.asPhrase ?? '' }), (typed = '') =>
            isTexted(typed),
          )
          .test('exists', invalidPhone(t), exists);
      }),
  });

/** Maximum lengths that the server accepts (characters). */
const MAX_LENGTH = { name: 100, organization: 200 } as const;

const take = (details: Details) => ({ ...accountDraft.get(), details });

function save(): void {
  dispatch(accountDraft.get().isPasswordSaved ? 'DETAILS_SAVED_AGAIN' : 'DETAILS_SAVED');
}

/** Returns the countries that the hospital texts; undefined if it texts all of them. */
function textedCountries(language: Language): TextedCountries | undefined {
  const areas = textedAreas();
  return areas && { areas, asPhrase: formatTextedCountries(areas, language) };
}

type Suggested = Pick<Details, 'firstName' | 'lastName' | 'organization' | 'phone'>;

/**
 * Returns what an invitation tells about the person: the name that the inviter entered, the number that got the link,
 * and the hospital, as invited people rarely know what to enter as their organization.
 */
function suggestedBy({ invited }: Invitation, country: string): Suggested {
  const [firstName = '', ...others] = invited?.name.trim().split(/\s+/) ?? [];
  const national = phoneDigits(invited?.phone ?? '', dialCode(country));
  return {
    firstName,
    lastName: others.join(' '),
    organization: runtimeConfig().brand.hospital,
    phone: DIGITS.test(national) ? national : '',
  };
}

/** Returns the entered details, with a country that the phone field offers and what the invitation tells. */
function startingDetails(language: Language): Details {
  const { details } = accountDraft.get();
  const country = offeredCountry(details.country, language);
  const invitation = readPendingInvitation();
  if (!invitation) return { ...details, country };
  const { firstName, lastName, organization, phone } = suggestedBy(invitation, country);
  return {
    ...details,
    country,
    firstName: details.firstName || firstName,
    lastName: details.lastName || lastName,
    organization: details.organization || organization,
    phone: details.phone || phone,
  };
}

/** First step: personal details. */
export function DetailsStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const language = useLanguage();
  const schema = useMemo(() => detailsSchema(t, tCommon, textedCountries(language)), [t, tCommon, language]);
  const back = useBackAction(paths.onboarding.scanningBarcodeVideo);
  return (
    <Page title={t('create.title')} intro={useStepLine(1)} back={back}>
      <Formik initialValues={startingDetails(language)} validationSchema={schema} onSubmit={save}>
        <Form noValidate>
          <KeepDraft draft={accountDraft} take={take} />
          <Stack $gap={16}>
            <Person />
            <PhoneField />
          </Stack>
          <Actions>
            <Button type="submit">{t('next')}</Button>
            <LeaveButton>{tCommon('cancel')}</LeaveButton>
          </Actions>
        </Form>
      </Formik>
    </Page>
  );
}

/** Who registers. Without the invitation, nothing of it is suggested any more. */
function Person() {
  const t = useText(words);
  const tCommon = useText(common);
  const [invitation, setInvitation] = useState<Invitation | null>(readPendingInvitation);
  const { values, setValues } = useFormikContext<Details>();
  const suggested = invitation && suggestedBy(invitation, values.country);
  const isSuggested = (name: keyof Suggested) => !!suggested?.[name] && values[name] === suggested[name];
  const forgetInvitation = () => {
    setInvitation(null);
    const names = ['firstName', 'lastName', 'organization', 'phone'] as const;
    const cleared = Object.fromEntries(names.filter(isSuggested).map((name) => [name, '']));
    void setValues({ ...values, ...cleared });
  };
  return (
    <>
      <PendingInvitation onDiscarded={forgetInvitation} />
      {(isSuggested('firstName') || isSuggested('phone')) && <Soft>{t('create.fromInvitation')}</Soft>}
      <FormErrors title={tCommon('form.check')} />
      <FormTextField
        name="firstName"
        label={t('create.firstName')}
        autoComplete="given-name"
        enterKeyHint="next"
        maxLength={MAX_LENGTH.name}
        required
      />
      <FormTextField
        name="lastName"
        label={t('create.lastName')}
        autoComplete="family-name"
        enterKeyHint="next"
        maxLength={MAX_LENGTH.name}
        required
      />
      <EmailField label={t('email')} autoComplete="email" />
      <FormTextField
        name="organization"
        label={t('create.organization')}
        hint={invitation && isSuggested('organization') && t('create.organizationHint', { name: invitation.name })}
        autoComplete="organization"
        enterKeyHint="next"
        maxLength={MAX_LENGTH.organization}
        required
      />
    </>
  );
}

/** Details, password, agreements. */
const STEPS = 3;

/** Returns the progress text, such as "Step 2 of 3". */
export function useStepLine(step: number): string {
  return useText(words)('create.step', { step, count: STEPS });
}

/**
 * Leaves for the login screen and discards all input. The draft is cleared on unmount: clearing it earlier would
 * visibly restart the flow, and the form would save it again.
 */
export function LeaveButton({ variant = 'plain', children }: { variant?: ButtonVariant; children: ReactNode }) {
  const navigate = useNavigate();
  const isLeaving = useRef(false);
  useEffect(
    () => () => {
      if (isLeaving.current) dispatch('STARTED_OVER');
    },
    [],
  );
  const leave = () => {
    isLeaving.current = true;
    navigate(paths.onboarding.login);
  };
  return (
    <Button variant={variant} onClick={leave}>
      {children}
    </Button>
  );
}
