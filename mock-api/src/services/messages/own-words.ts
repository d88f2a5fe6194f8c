/** Words of people in messages that others get: free of links, which would seem to come from the hospital. */
import { replaceLinks } from 'shared-ui/contract';
import { type Locale, translate } from '../../common/i18n.ts';

/** Longest name in a message, in characters: a longer one could hold a whole message. */
const NAME_LENGTH = 40;

/** Returns a text with its links replaced by a note. */
export const withoutLinks = (text: string, locale: Locale): string =>
  replaceLinks(text, translate(locale, 'sms.linkRemoved'));

/** Returns a name for a message: on one line, shortened, and without links, which older accounts may have in it. */
export function nameInMessage(name: string, locale: Locale): string {
  const line = withoutLinks(name, locale).replace(/\s+/g, ' ').trim();
  return line.length > NAME_LENGTH ? `${line.slice(0, NAME_LENGTH - 1).trimEnd()}…` : line;
}
