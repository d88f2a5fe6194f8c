/** The form "+000 999-999-9999" (docs/product-rules.md#new-mobile-number); country codes have one to three digits, no 0 first. */
const FORMAT = /^\+[1-9]\d{0,2} \d{3}-\d{3}-\d{4}$/;

/** A country code that is set apart from the rest. */
const APART = /^\+(\d{1,3})[\s(.-]+(\S.*)$/;

/** A number in one piece. No country code begins with 0; those that begin with 1 or 7 are these alone (ITU-T E.164). */
const WHOLE = /^\+(1|7|[2-689]\d{0,2})(\d{10})$/;

const NATIONAL = /^(\d{3})(\d{3})(\d{4})$/;

const tighten = (typed: string) => typed.replace(/[\s().-]/g, '');

/** Country code and ten digits, however they are spaced; null where that is not what was typed. */
function partsOf(typed: string): string[] | null {
  const [, country, rest] = APART.exec(typed) ?? WHOLE.exec(tighten(typed)) ?? [];
  const national = NATIONAL.exec(tighten(rest ?? ''));
  return country && national ? [country, ...national.slice(1)] : null;
}

/**
 * The number in the form that is asked for, so that no user has to look for the dash on a phone's keypad. What is no
 * whole number stays as it was typed.
 */
export function asMobile(typed: string): string {
  const parts = partsOf(typed.trim());
  if (!parts) return typed.trim();
  const [country, area, exchange, line] = parts;
  return `+${country} ${area}-${exchange}-${line}`;
}

/** The number, once in its form, is one that can be asked for. */
export const isMobile = (typed: string) => FORMAT.test(asMobile(typed));
