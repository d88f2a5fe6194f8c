/** Phone numbers that can never be texted are refused at once, with the countries that the hospital serves. */
import type { Config } from '../config.ts';
import { type Locale, translate } from '../i18n.ts';
import { canBeTexted, phoneDigits } from '../phone.ts';
import { Problem } from '../problems.ts';

/**
 * @param field what the number is called in the body that it came in
 * @throws Problem VALIDATION that names the countries
 */
export function refuseNumber({ limits }: Pick<Config, 'limits'>, field: string, number: string, locale: Locale): void {
  if (canBeTexted(phoneDigits(number), limits.textCountries)) return;
  const countries = limits.textCountries.map((code) => `+${code}`).join(', ');
  throw new Problem('VALIDATION', {
    fields: { [field]: translate(locale, 'field.phoneNumber.country', { countries }) },
  });
}
