/** Wristband codes start with this; any other code in the picture is ignored (docs/product-rules.md#wristband). */
const WRISTBAND = /^ER/i;

/** Returns the wristband code in a decoded text, in capitals, or null if the text is some other code. */
export function wristbandCode(text: string): string | null {
  const code = text.trim().toUpperCase();
  return WRISTBAND.test(code) ? code : null;
}
