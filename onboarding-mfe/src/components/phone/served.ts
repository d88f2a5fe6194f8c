import { LANGUAGE_TAG, type Locale } from 'shared-ui';
import { countriesIn, dialCode, SUGGESTED } from './countries.ts';

/** Whether a number is of a country that the hospital texts. @param served dial codes without the plus sign */
export const isServed = (country: string, phone: string, served: readonly string[]): boolean =>
  served.some((code) => `${dialCode(country)}${phone}`.startsWith(code));

/** The countries that the hospital texts, e.g. "Canada (+1) and United States (+1)": the well-known ones of each dial code. */
export function servedInWords(served: readonly string[], locale: Locale): string {
  const all = countriesIn(locale).filter(({ dial }) => served.some((code) => dial.startsWith(code)));
  const known = all.filter(({ code }) => SUGGESTED.some((suggested) => suggested === code));
  const names = (known.length > 0 ? known : all).map(({ name, dial }) => `${name} (+${dial})`);
  return new Intl.ListFormat(LANGUAGE_TAG[locale]).format(names);
}
