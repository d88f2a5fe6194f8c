/** What phones and mail programs turn into links, so that no one can send strangers a link under the hospital's name. */

/**
 * A scheme, www., an email address, words joined by a dot ("evil.example", not "J.R." or "3.30"), or an IP address;
 * each with everything up to the next space.
 */
const LINK =
  /[a-z][a-z\d+-]*:\/\/\S*|\bwww\.\S*|[^\s@]+@[^\s@]+|(?<![\p{L}\p{N}])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/:?#]\S*)?|\b(?:\d{1,3}\.){3}\d{1,3}\S*/giu;

/** Seven or more digits, with the separators of phone numbers. */
const PHONE_NUMBER = /\d(?:[\s().-]*\d){6}/;

/** Replaces look-alikes: full-width characters, the ideographic full stop, and characters that aren't shown. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replaceAll('。', '.');

/** Returns the text with every link replaced. A text without a link is returned unchanged. */
export function replaceLinks(text: string, by: string): string {
  const read = plain(text);
  const without = read.replace(LINK, by);
  return without === read ? text : without;
}

/**
 * Characters that change how a name is shown, or aren't shown: direction marks, zero-width and other invisible
 * characters, control characters. Two names that look the same must be the same.
 */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/u;

/** Returns whether a person's name is free of links, email addresses, phone numbers and hidden characters. */
export const isPlainName = (name: string): boolean =>
  !HIDDEN.test(name.trim()) && replaceLinks(name, '') === name && !PHONE_NUMBER.test(plain(name));
