/** Digits of a phone number (docs/product-rules.md#validation). */
export const PHONE_DIGITS = 10;

/**
 * What a phone field keeps of what is typed, pasted or filled in: digits only, cut to 10. A number that brings its
 * country's dial code along ("+1 416 555 0101") loses that first.
 */
export function phoneDigits(typed: string, dial: string): string {
  const digits = typed.replace(/\D/g, '');
  const bringsDial = typed.trim().startsWith('+') && digits.startsWith(dial);
  return digits.slice(bringsDial ? dial.length : 0).slice(0, PHONE_DIGITS);
}
