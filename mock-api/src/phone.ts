/** Phone numbers: stored as typed, compared and texted by their digits. */

const SHOWN = 4;
const NATIONAL_LENGTH = 10;

/** Digits with country code; ten digits alone are a North American number. */
export function phoneDigits(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length === NATIONAL_LENGTH ? `1${digits}` : digits;
}

/**
 * The North American plan, dial code 1: ten digits, of which the first is no 0. The plan has no area that begins with 1 either,
 * but the example in the form's own message does (docs/product-rules.md#validation).
 */
const NORTH_AMERICAN = /^1[1-9]\d{9}$/;
/** The longest number there is (ITU-T E.164), and the shortest that a country gives to phones. */
const INTERNATIONAL = /^[1-9]\d{7,14}$/;

/**
 * Whether a text message can reach this number at all: it is of a country that is served, and of that country's form.
 * @param digits with country code, see `phoneDigits`
 * @param countries dial codes, digits only
 */
export function canBeTexted(digits: string, countries: readonly string[]): boolean {
  if (!countries.some((code) => digits.startsWith(code))) return false;
  return (digits.startsWith('1') ? NORTH_AMERICAN : INTERNATIONAL).test(digits);
}

/**
 * All but the last four characters hidden (docs/product-rules.md#constants); spaces stay, so that it reads as a number.
 */
export function maskPhone(number: string): string {
  const hidden = Math.max(0, number.length - SHOWN);
  return number.slice(0, hidden).replace(/\S/g, '•') + number.slice(hidden);
}
