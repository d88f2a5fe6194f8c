/**
 * Entry `shared-ui/contract/phone`: the phone number rule shared by forms and API. It includes the numbering plans of
 * all countries (40 kB compressed), so browsers import it on demand. The smaller `min` metadata accepts numbers cut to
 * ten digits, which may be another person's; `mobile` refuses landlines, which the desk enters.
 * @module
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const NORTH_AMERICAN_LENGTH = 10;

/** 555-0100 to 555-0199: reserved for fiction in every North American area code, including the demo's numbers. */
const FICTIONAL = /^\+1\d{3}55501\d{2}$/;

/** The example in the error message (docs/product-rules.md#validation), which forms therefore accept. */
const EXAMPLE = '+11231231234';

/** Returns the digits as typed, country code first. Ten digits without a plus sign are a North American number. */
function typedDigits(number: string): string {
  const digits = number.replace(/\D/g, '');
  const isNational = !number.trim().startsWith('+') && digits.length === NORTH_AMERICAN_LENGTH;
  return isNational ? `1${digits}` : digits;
}

function parse(number: string) {
  const international = `+${typedDigits(number)}`;
  const parsed = parsePhoneNumberFromString(international);
  const isFictional = parsed?.country !== undefined && FICTIONAL.test(parsed.number);
  const exists = international === EXAMPLE || isFictional || (parsed?.country !== undefined && parsed.isValid());
  return { international: exists && parsed ? parsed.number : international, exists };
}

/**
 * Returns the digits used to compare a number and to text it: country code first, without the trunk prefix ("0") that
 * some countries write before national numbers. A number that can't exist keeps its digits as typed.
 */
export const phoneDigits = (number: string): string => parse(number).international.slice(1);

/** Returns whether some country's numbering plan includes this number: right length, and a prefix in use. */
export const canExist = (number: string): boolean => parse(number).exists;
