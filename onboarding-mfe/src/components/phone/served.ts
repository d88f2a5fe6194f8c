import { LANGUAGE_TAG, type Locale, runtimeConfig } from 'shared-ui';
import { type Country, countriesIn, DEFAULT_COUNTRY, dialCode, SUGGESTED } from './countries.ts';

/** Returns whether the hospital sends text messages to a number. @param served dial codes without the plus sign */
export const isServed = (country: string, phone: string, served: readonly string[]): boolean =>
  served.some((code) => `${dialCode(country)}${phone}`.startsWith(code));

/**
 * Returns whether some numbers of a country can be texted: a served code can be a dial code or extend one, such as
 * +1876.
 */
const isOffered = ({ dial }: Pick<Country, 'dial'>): boolean => {
  const served = runtimeConfig().textCountries;
  return served === undefined || served.some((code) => dial.startsWith(code) || code.startsWith(dial));
};

/** Returns the countries the phone field offers, sorted by name: those the hospital texts. */
export const offeredCountries = (locale: Locale): Country[] => countriesIn(locale).filter(isOffered);

/**
 * Returns the country if the phone field offers it, else the first offered one: Canada, a suggested country, or any.
 */
export function offeredCountry(country: string, locale: Locale): string {
  const offered = offeredCountries(locale).map(({ code }) => code);
  const preferred = [country, DEFAULT_COUNTRY, ...SUGGESTED].find((code) => offered.includes(code));
  return preferred ?? offered[0] ?? DEFAULT_COUNTRY;
}

/**
 * Returns the countries the hospital texts as a phrase, e.g. "Canada (+1) and United States (+1)": the suggested ones,
 * or all if none is suggested.
 */
export function servedInWords(served: readonly string[], locale: Locale): string {
  const all = countriesIn(locale).filter(({ dial }) => served.some((code) => dial.startsWith(code)));
  const known = all.filter(({ code }) => SUGGESTED.some((suggested) => suggested === code));
  const names = (known.length > 0 ? known : all).map(({ name, dial }) => `${name} (+${dial})`);
  return new Intl.ListFormat(LANGUAGE_TAG[locale]).format(names.length > 0 ? names : served.map((code) => `+${code}`));
}
