import { useMemo } from 'react';
import { Actions, Button, type Locale, Page, paths, runtimeConfig, Stack, useLocale, useText } from 'shared-ui';
import { Form, FormErrors, Formik, FormikField, KeepDraft, TextField } from 'shared-ui/forms';
import { EmailField } from '../../components/EmailField.tsx';
import { KeptInvitation } from '../../components/KeptInvitation.tsx';
import { PhoneField } from '../../components/phone/PhoneField.tsx';
import { offeredCountry, servedInWords } from '../../components/phone/served.ts';
import { useBackAction } from '../../components/useBackAction.ts';
import { words as common } from '../../words.ts';
import { words } from '../../words-account.ts';
import type { Details } from './account.ts';
import { accountDraft, dispatch } from './account-draft.ts';
import { LeaveButton } from './LeaveButton.tsx';
import { detailsSchema, type Served } from './schema.ts';
import { useStepLine } from './useStepLine.ts';

/** Maximum lengths that the server accepts (characters). */
const LONGEST = { name: 100, organization: 200 } as const;

const take = (details: Details) => ({ ...accountDraft.get(), details });

function save(): void {
  dispatch(accountDraft.get().isPasswordSaved ? 'DETAILS_SAVED_AGAIN' : 'DETAILS_SAVED');
}

/** Returns the countries that the hospital texts; undefined if it texts all of them. */
function servedIn(locale: Locale): Served | undefined {
  const { textCountries } = runtimeConfig();
  return textCountries && { dialCodes: textCountries, inWords: servedInWords(textCountries, locale) };
}

/** Returns the entered details, with a country that the phone field offers. */
function startingDetails(locale: Locale): Details {
  const { details } = accountDraft.get();
  return { ...details, country: offeredCountry(details.country, locale) };
}

/** First step: personal details. */
export function DetailsStep() {
  const t = useText(words);
  const tCommon = useText(common);
  const locale = useLocale();
  const schema = useMemo(() => detailsSchema(t, tCommon, servedIn(locale)), [t, tCommon, locale]);
  const back = useBackAction(paths.onboarding.scanningBarcodeVideo);
  return (
    <Page title={t('create.title')} intro={useStepLine(1)} back={back}>
      <Formik initialValues={startingDetails(locale)} validationSchema={schema} onSubmit={save}>
        <Form noValidate>
          <KeepDraft draft={accountDraft} take={take} />
          <Stack $gap={16}>
            <KeptInvitation />
            <FormErrors title={tCommon('form.check')} />
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

function Person() {
  const t = useText(words);
  return (
    <>
      <FormikField name="firstName">
        {(field) => (
          <TextField
            {...field}
            label={t('create.firstName')}
            autoComplete="given-name"
            enterKeyHint="next"
            maxLength={LONGEST.name}
            required
          />
        )}
      </FormikField>
      <FormikField name="lastName">
        {(field) => (
          <TextField
            {...field}
            label={t('create.lastName')}
            autoComplete="family-name"
            enterKeyHint="next"
            maxLength={LONGEST.name}
            required
          />
        )}
      </FormikField>
      <EmailField label={t('email')} autoComplete="email" />
      <FormikField name="organization">
        {(field) => (
          <TextField
            {...field}
            label={t('create.organization')}
            autoComplete="organization"
            enterKeyHint="next"
            maxLength={LONGEST.organization}
            required
          />
        )}
      </FormikField>
    </>
  );
}
