/**
 * Which email addresses are accepted: `standard` is what mail servers commonly use, with "+" and long endings such as
 * .health; `basic` is the demo's narrower pattern.
 */
export type EmailFormat = 'basic' | 'standard';

const PATTERNS: Readonly<Record<EmailFormat, RegExp>> = {
  /** Letters, digits and ._- before the @, a domain, a suffix of 2 to 4 letters (docs/product-rules.md#validation). */
  basic: /^[A-Za-z0-9._-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,4}$/,
  /** As `basic`, with + and ' before the @, and a suffix of up to 63 letters (RFC 1035) or in Punycode. */
  standard:
    /^[A-Za-z0-9._+'-]+@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+(?:[A-Za-z]{2,63}|xn--[A-Za-z0-9-]{1,59})$/,
};

/** Returns whether a text is an email address in a format that the product accepts. */
export const isEmail = (text: string, format: EmailFormat = 'basic'): boolean => PATTERNS[format].test(text);
