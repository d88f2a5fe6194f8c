/** Phone numbers: stored as typed, compared and texted by their digits. */

const SHOWN = 4;
const NATIONAL_LENGTH = 10;

/** Digits with country code; ten digits alone are a North American number. */
export function phoneDigits(number: string): string {
  const digits = number.replace(/\D/g, '');
  return digits.length === NATIONAL_LENGTH ? `1${digits}` : digits;
}

/**
 * All but the last four characters hidden (docs/product-rules.md#constants); spaces stay, so that it reads as a number.
 */
export function maskPhone(number: string): string {
  const hidden = Math.max(0, number.length - SHOWN);
  return number.slice(0, hidden).replace(/\S/g, '•') + number.slice(hidden);
}
