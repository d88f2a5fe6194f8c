/** Number of digits in a phone number (docs/product-rules.md#validation). */
export const PHONE_DIGITS = 10;

/**
 * Returns what a phone field keeps of typed, pasted or autofilled text: digits only, cut to 10. A leading dial code of
 * the country ("+1 416 555 0101") is removed first.
 */
export function phoneDigits(typed: string, dial: string): string {
  const digits = typed.replace(/\D/g, '');
  const bringsDial = typed.trim().startsWith('+') && digits.startsWith(dial);
  return digits.slice(bringsDial ? dial.length : 0).slice(0, PHONE_DIGITS);
}
