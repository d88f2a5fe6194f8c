import type { Translate } from 'shared-ui';
import { phoneCanExist, yup } from 'shared-ui/forms';

/**
 * The format "+000 999-999-9999" (docs/product-rules.md#new-mobile-number). Country codes have one to three digits and
 * don't start with 0.
 */
const FORMAT = /^\+[1-9]\d{0,2} \d{3}-\d{3}-\d{4}$/;

/** A country code that is separated from the rest. */
const SEPARATED = /^\+(\d{1,3})[\s(.-]+(\S.*)$/;

/**
 * A number without separators. No country code starts with 0, and only 1 and 7 themselves start with 1 or 7 (ITU-T
 * E.164).
 */
const UNSEPARATED = /^\+(1|7|[2-689]\d{0,2})(\d{10})$/;

const NATIONAL = /^(\d{3})(\d{3})(\d{4})$/;

const stripSeparators = (typed: string) => typed.replace(/[\s().-]/g, '');

/** Returns the country code and the parts of the ten digits, however they are spaced; null for any other input. */
function partsOf(typed: string): string[] | null {
  const [, country, rest] = SEPARATED.exec(typed) ?? UNSEPARATED.exec(stripSeparators(typed)) ?? [];
  const national = NATIONAL.exec(stripSeparators(rest ?? ''));
  return country && national ? [country, ...national.slice(1)] : null;
}

/**
 * Returns the number in the required format, so that users don't have to find the dash on a phone's keypad. An
 * incomplete number stays as typed.
 */
export function asMobile(typed: string): string {
  const parts = partsOf(typed.trim());
  if (!parts) return typed.trim();
  const [country, area, exchange, line] = parts;
  return `+${country} ${area}-${exchange}-${line}`;
}

/** Returns whether the number has the required format once it is formatted. */
export const isMobile = (typed: string) => FORMAT.test(asMobile(typed));

/**
 * Returns the schema of a full number in the required format that can exist (docs/product-rules.md#new-mobile-number).
 */
export const mobileSchema = (t: Translate<'newMobile.format' | 'newMobile.failed'>) =>
  yup.object({
    mobile: yup
      .string()
      .test('format', t('newMobile.format'), (typed = '') => isMobile(typed))
      .test('exists', t('newMobile.failed'), async (typed = '') => !isMobile(typed) || phoneCanExist(asMobile(typed))),
  });
