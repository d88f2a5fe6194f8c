/** Rejects phone numbers that can never be texted when they are entered. */

import { isCountry } from 'shared-ui/contract/phone';
import { LANGUAGE_TAGS, type Locale, translate } from '../../common/i18n.ts';
import { canExist, isServed, phoneDigits } from '../../common/phone.ts';
import { Problem } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';

/** Fields that take a phone number, each with a message for an invalid one. */
type PhoneField = 'phoneNumber' | 'mobilePhone' | 'phone';

/**
 * @param field name of the field in the request's body
 * @throws Problem VALIDATION for a number of a country that is not served, with the countries that are, and for a
 * number that cannot exist
 */
export function refuseNumber(
  { limits: { textCountries } }: Pick<Config, 'limits'>,
  field: PhoneField,
  number: string,
  locale: Locale,
): void {
  if (textCountries !== undefined && !isServed(phoneDigits(number), textCountries)) {
    const names = new Intl.DisplayNames(LANGUAGE_TAGS[locale], { type: 'region' });
    const countries = textCountries.map((area) => (isCountry(area) ? names.of(area) : `+${area}`)).join(', ');
    throw new Problem('VALIDATION', {
      fields: { [field]: translate(locale, 'field.phoneNumber.country', { countries }) },
    });
  }
  if (canExist(number)) return;
  throw new Problem('VALIDATION', { fields: { [field]: translate(locale, `field.${field}.pattern`) } });
}
