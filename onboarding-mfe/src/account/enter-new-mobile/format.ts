/** The form "+000 999-999-9999" (specification, section 5); country codes have one to three digits. */
const FORMAT = /^\+\d{1,3} \d{3}-\d{3}-\d{4}$/;

/** A whole number with its country code, however it is spaced. */
const WHOLE = /^\+(\d{1,3})(\d{3})(\d{3})(\d{4})$/;

/**
 * The number in the form that is asked for, so that nobody has to look for the dash on a phone's keypad. What is no
 * whole number stays as it was typed.
 */
export function asMobile(typed: string): string {
  const tight = typed.replace(/[\s().-]/g, '');
  const parts = WHOLE.exec(tight);
  if (!parts) return typed.trim();
  const [, country, area, exchange, line] = parts;
  return `+${country} ${area}-${exchange}-${line}`;
}

/** The number, once in its form, is one that can be asked for. */
export const isMobile = (typed: string) => FORMAT.test(asMobile(typed));
