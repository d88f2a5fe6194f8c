/**
 * Entry `shared-ui/contract/phone`: the phone number rule shared by forms and API. It includes the numbering plans of
 * all countries (40 kB compressed), so browsers import it on demand. The smaller `min` metadata accepts numbers cut to
 * ten digits, which may be another person's; `mobile` refuses landlines, which the desk enters.
 * @module
 */
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

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

/** 976 numbers: billed like 900 numbers in every North American area code, but ordinary ones in the numbering plans. */
const PREMIUM_EXCHANGE = /^\+1\d{3}976\d{4}$/;

function parse(number: string) {
  const international = `+${typedDigits(number)}`;
  const parsed = parsePhoneNumberFromString(international);
  const isFictional = parsed?.country !== undefined && FICTIONAL.test(parsed.number);
  const isPremium = parsed?.getType() === 'PREMIUM_RATE' || PREMIUM_EXCHANGE.test(parsed?.number ?? '');
  const isInPlan = parsed?.country !== undefined && parsed.isValid() && !isPremium;
  const exists = international === EXAMPLE || isFictional || isInPlan;
  return {
    international: exists && parsed ? parsed.number : international,
    exists,
    isPremium,
    country: parsed?.country,
  };
}

/**
 * Returns the digits used to compare a number and to text it: country code first, without the trunk prefix ("0") that
 * some countries write before national numbers. A number that can't exist keeps its digits as typed.
 */
export const phoneDigits = (number: string): string => parse(number).international.slice(1);

/** Returns whether some country's numbering plan includes this number, at no premium rate: right length, used prefix. */
export const canExist = (number: string): boolean => parse(number).exists;

/** Returns whether calls and texts to this number cost extra: 900 and 976 in North America, others elsewhere. */
export const isPremium = (number: string): boolean => parse(number).isPremium;

/** Returns whether this is a country's ISO 3166-1 alpha-2 code, such as `CA`. */
export const isCountry = (code: string): boolean => isSupportedCountry(code);

/** Returns the dial code of a country, or the digits of a dial code, as they are. */
export const dialCodeOf = (area: string): string => (isSupportedCountry(area) ? getCountryCallingCode(area) : area);

/**
 * Returns whether a number belongs to an area. One whose country is unknown belongs to all countries of its dial code.
 * @param area a country, such as `CA`, or the digits that its numbers begin with, such as `33`
 */
export function isInArea(number: string, area: string): boolean {
  const { international, country } = parse(number);
  if (isSupportedCountry(area) && country !== undefined) return country === area;
  return international.startsWith(`+${dialCodeOf(area)}`);
}
