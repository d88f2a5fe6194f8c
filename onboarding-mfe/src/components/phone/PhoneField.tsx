import { useMemo } from 'react';
import { type Locale, Stack, useLocale, useText } from 'shared-ui';
import { ComboboxField, type ComboboxOption } from 'shared-ui/combobox';
import { FormikField, TextField, useFormikContext, usePhoneRule } from 'shared-ui/forms';
import { words } from '../../words-account.ts';
import { dialCode, SUGGESTED } from './countries.ts';
import { phoneDigits } from './digits.ts';
import { offeredCountries } from './served.ts';

/** The form values that the field reads and writes. */
export interface PhoneValues {
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  /** National number, digits only. */
  phone: string;
}

function optionsIn(locale: Locale): ComboboxOption[] {
  const suggested = new Set<string>(SUGGESTED);
  return offeredCountries(locale).map(({ code, name, dial }) => ({
    value: code,
    label: `${name} (${code}) +${dial}`,
    suggested: suggested.has(code),
  }));
}

/** Country and phone number, for a form with the fields `country` and `phone`. */
export function PhoneField() {
  const t = useText(words);
  const locale = useLocale();
  const options = useMemo(() => optionsIn(locale), [locale]);
  usePhoneRule();
  const { country } = useFormikContext<PhoneValues>().values;
  return (
    <Stack $gap={16}>
      <FormikField name="country">
        {(field) => (
          <ComboboxField
            {...field}
            label={t('create.country')}
            hint={t('create.countryHint')}
            noMatch={t('create.noCountry')}
            options={options}
          />
        )}
      </FormikField>
      <FormikField name="phone">
        {({ onChange, ...field }) => (
          <TextField
            {...field}
            onChange={(typed) => onChange(phoneDigits(typed, dialCode(country)))}
            label={t('create.phone')}
            hint={t('create.phoneHint')}
            type="tel"
            inputMode="tel"
            autoComplete="tel-national"
            enterKeyHint="next"
            dir="ltr"
            required
          />
        )}
      </FormikField>
    </Stack>
  );
}
