import metadata from 'libphonenumber-js/metadata.min.json';
import { useMemo } from 'react';
import { runtimeConfig, Stack, useText } from 'shared-ui';
import { ComboboxField, type ComboboxOption } from 'shared-ui/combobox';
import { FormikField, TextField, useFormikContext, usePhoneRule } from 'shared-ui/forms';
import { LANGUAGES, type Language, useLanguage } from 'shared-ui/languages';
import { words } from '../../words-account.ts';

/** A country or territory with its own phone numbers. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  code: string;
  /** In the requested language. */
  name: string;
  /** International dial code without the plus sign. */
  dial: string;
}

/** Countries at the top of the list, and the default country (docs/product-rules.md#constants). */
export const SUGGESTED = ['AU', 'CA', 'DE', 'FR', 'JP', 'US'] as const;
export const DEFAULT_COUNTRY = 'CA';

/** Dial code of every country the library knows. The first country of a shared code is its main one. */
const DIAL_CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(metadata.country_calling_codes).flatMap(([dial, codes]) => codes.map((code) => [code, dial] as const)),
);

/** Returns the dial code of a country without the plus sign; empty for an unknown country. */
export const dialCode = (country: string): string => DIAL_CODES.get(country) ?? '';

/** Returns a dial code with its plus sign, which stays in front of the digits also from right to left. */
const plusDial = (dial: string, language: Language): string =>
  LANGUAGES[language].direction === 'rtl' ? `\u2066+${dial}\u2069` : `+${dial}`;

/** Returns all countries, sorted by name. */
export function countriesIn(language: Language): Country[] {
  const tag = LANGUAGES[language].intlTag;
  const names = new Intl.DisplayNames([tag], { type: 'region' });
  const byName = new Intl.Collator(tag).compare;
  return [...DIAL_CODES]
    .map(([code, dial]) => ({ code, dial, name: names.of(code) ?? code }))
    .sort((one, other) => byName(one.name, other.name));
}

/** Returns the countries and dial codes that the hospital texts; undefined: everywhere. */
export function textedAreas(): readonly string[] | undefined {
  const { textAreas, textCountries } = runtimeConfig();
  return textAreas ?? textCountries;
}

/** Returns whether a country is one of these areas, or in one. */
const isWithin = ({ code, dial }: Pick<Country, 'code' | 'dial'>, areas: readonly string[]): boolean =>
  areas.some((area) => area === code || dial.startsWith(area));

/**
 * Returns whether some numbers of a country can be texted: a configured code can be a dial code or extend one, such as
 * +1876.
 */
const isOffered = (country: Country): boolean => {
  const areas = textedAreas();
  return areas === undefined || isWithin(country, areas) || areas.some((area) => area.startsWith(country.dial));
};

/** Returns the countries the phone field offers, sorted by name: those the hospital texts. */
const offeredCountries = (language: Language): Country[] => countriesIn(language).filter(isOffered);

/**
 * Returns the country if the phone field offers it, else the first offered one: Canada, a suggested country, or any.
 */
export function offeredCountry(country: string, language: Language): string {
  const offered = offeredCountries(language).map(({ code }) => code);
  const preferred = [country, DEFAULT_COUNTRY, ...SUGGESTED].find((code) => offered.includes(code));
  return preferred ?? offered[0] ?? DEFAULT_COUNTRY;
}

/**
 * Returns the countries the hospital texts as a phrase, e.g. "Canada (+1) and United States (+1)": the suggested ones,
 * or all if none is suggested.
 */
export function formatTextedCountries(areas: readonly string[], language: Language): string {
  const all = countriesIn(language).filter((country) => isWithin(country, areas));
  const known = all.filter(({ code }) => SUGGESTED.some((suggested) => suggested === code));
  const names = (known.length > 0 ? known : all).map(({ name, dial }) => `${name} (${plusDial(dial, language)})`);
  return new Intl.ListFormat(LANGUAGES[language].intlTag).format(
    names.length > 0 ? names : areas.map((code) => plusDial(code, language)),
  );
}

/** Number of digits in a phone number (docs/product-rules.md#validation). */
export const PHONE_DIGITS = 10;

/**
 * Returns what a phone field keeps of typed, pasted or autofilled text: digits only, cut to 10. A leading dial code of
 * the country ("+1 416 555 0101") is removed first. A number of another country stays whole, so that it is refused.
 */
export function phoneDigits(typed: string, dial: string): string {
  const digits = typed.replace(/\D/g, '');
  if (!typed.trim().startsWith('+')) return digits.slice(0, PHONE_DIGITS);
  return digits.startsWith(dial) ? digits.slice(dial.length).slice(0, PHONE_DIGITS) : digits;
}

/** The form values that the field reads and writes. */
interface PhoneValues {
  /** ISO 3166-1 alpha-2 code. */
  country: string;
  /** National number, digits only. */
  phone: string;
}

function optionsIn(language: Language): ComboboxOption[] {
  const suggested = new Set<string>(SUGGESTED);
  return offeredCountries(language).map(({ code, name, dial }) => ({
    value: code,
    label: `${name} (${code}) ${plusDial(dial, language)}`,
    suggested: suggested.has(code),
  }));
}

/** Country and phone number, for a form with the fields `country` and `phone`. */
export function PhoneField() {
  const t = useText(words);
  const language = useLanguage();
  const options = useMemo(() => optionsIn(language), [language]);
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
