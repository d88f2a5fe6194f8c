/** Phone numbers: stored as typed, compared and texted by their digits. */
import { canExist, isInArea, isPremium, phoneDigits } from 'shared-ui/contract/phone';

export { canExist, isPremium, phoneDigits };

const SHOWN = 4;

/**
 * Returns whether the hospital sends text messages to numbers of this country.
 * @param digits with country code, see `phoneDigits`
 * @param countries as `Limits.textCountries`
 */
export const isServed = (digits: string, countries: readonly string[] | undefined): boolean =>
  countries === undefined || countries.some((area) => isInArea(`+${digits}`, area));

/**
 * Returns whether a text message can reach this number: its country is served, and its numbering plan includes the
 * number.
 * @param digits with country code, see `phoneDigits`
 * @param countries as `Limits.textCountries`
 */
export const canBeTexted = (digits: string, countries: readonly string[] | undefined): boolean =>
  isServed(digits, countries) && canExist(`+${digits}`);

/**
 * Hides all but the last four characters (docs/product-rules.md#constants). Spaces are kept, so that it reads as a
 * number.
 */
export function maskPhone(number: string): string {
  const hidden = Math.max(0, number.length - SHOWN);
  return number.slice(0, hidden).replace(/\S/g, '•') + number.slice(hidden);
}
