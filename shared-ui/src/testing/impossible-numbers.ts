import metadata from 'libphonenumber-js/metadata.max.json';

/** Index of the number types (landline, mobile, …) in the metadata of a country. The pattern of each comes first. */
const KINDS = 11;

/** Dial codes of plans with ten-digit numbers, and how many impossible numbers to generate for each. */
const COUNT_BY_DIAL_CODE = { '1': 6, '33': 2, '39': 2, '44': 2, '49': 2, '55': 2, '81': 2, '91': 2 } as const;

/** Leading three digits, spread over the plan: 37 and 1000 have no common factor. */
const leadingDigits = Array.from({ length: 1000 }, (_, index) => String((index * 37) % 1000).padStart(3, '0'));

type Dial = keyof typeof COUNT_BY_DIAL_CODE;

/** Returns a predicate for the numbers of any country with this dial code. */
function planOf(dial: Dial): (national: string) => boolean {
  const patterns = (metadata.country_calling_codes[dial] ?? []).flatMap((country) => {
    const kinds: readonly ([string] | 0)[] = metadata.countries[country]?.[KINDS] ?? [];
    return kinds.flatMap((kind) => (kind ? [new RegExp(`^(?:${kind[0]})$`)] : []));
  });
  return (national) => patterns.some((pattern) => pattern.test(national));
}

/**
 * Returns 20 numbers with ten digits after the dial code that no country has, generated from libphonenumber's metadata;
 * always the same ones. None begins with its country's trunk prefix, without which it would be a shorter number.
 */
export function impossibleNumbers(): { dial: string; national: string }[] {
  return (Object.keys(COUNT_BY_DIAL_CODE) as Dial[]).flatMap((dial) => {
    const isInPlan = planOf(dial);
    const trunk = dial === '1' ? '1' : '0';
    return leadingDigits
      .map((leading) => `${leading}2345678`)
      .filter((national) => !national.startsWith(trunk) && !isInPlan(national))
      .slice(0, COUNT_BY_DIAL_CODE[dial])
      .map((national) => ({ dial, national }));
  });
}
