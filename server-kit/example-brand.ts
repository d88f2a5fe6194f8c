/** The hospital of the demo, as in `shell/brand.json`. It doesn't exist, and nobody reads its email. */
export const EXAMPLE_BRAND = {
  hospital: 'Northside General Hospital',
  supportEmail: 'support@example.org',
  supportPhones: ['+1 416 555 0190', '+1 800 555 0190'],
};

interface Contacts {
  hospital: string;
  supportEmail: string;
  supportPhones: readonly string[];
  visitorsPhones?: readonly string[];
}

/**
 * Returns the fields of a brand that are still those of the example, in one sentence. Real patients would be told to
 * write to them.
 * @param shown the brand file's name in the sentence
 */
export function exampleBrandProblems(brand: Contacts, shown: string): string[] {
  const isExample = (phone: string) => EXAMPLE_BRAND.supportPhones.includes(phone);
  const fields = [
    ...(brand.hospital === EXAMPLE_BRAND.hospital ? ['"hospital"'] : []),
    ...(brand.supportEmail.toLowerCase() === EXAMPLE_BRAND.supportEmail ? ['"supportEmail"'] : []),
    ...(brand.supportPhones.some(isExample) ? ['"supportPhones"'] : []),
    ...(brand.visitorsPhones?.some(isExample) ? ['"visitors"'] : []),
  ];
  return fields.length === 0
    ? []
    : [`BRAND_FILE ${shown} still has the example’s ${fields.join(', ')}: enter your own`];
}
