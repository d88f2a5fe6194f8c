/**
 * Entry `shared-ui/contract/phone`: the rule for phone numbers, one for the forms and the API. It brings the numbering plans of all
 * countries along (40 kB compressed), so browsers import it on demand.
 */
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

const NORTH_AMERICAN_LENGTH = 10;

/** 555-0100 to 555-0199: reserved for fiction in every North American area code, among them the demo's numbers. */
const FICTIONAL = /^\+1\d{3}55501\d{2}$/;

/** The example in the message about a wrong number (docs/product-rules.md#validation): a form takes its own example. */
const EXAMPLE = '+11231231234';

/** Returns the digits as typed, country code first; ten digits without a plus sign are a North American number. */
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
 * Returns the digits that a number is compared and texted by: country code first, without the trunk prefix ("0") that some countries
 * write before their national numbers. A number that can't exist keeps its digits as typed.
 */
export const phoneDigits = (number: string): string => parse(number).international.slice(1);

/** Returns whether some country's numbering plan has this number: right length, and a prefix that is in use. */
export const canExist = (number: string): boolean => parse(number).exists;
