/** Names and codes in the form in which they are searched and sorted: lower case, no accents, single spaces. */

/** Letters whose stroke or ligature is part of the character: no Unicode normalisation form decomposes them. */
const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  œ: 'oe',
  æ: 'ae',
  ß: 'ss',
  þ: 'th',
  ð: 'd',
};

/** Returns a text in the form in which it is compared, e.g. "Élodie  O’Brien" as "elodie o'brien". */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øłđœæßþð]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[’‘ʼ]/g, "'")
    .replace(/\s+/g, ' ')
    .trim();
}

interface Findable {
  first_name: string;
  last_name: string;
  wristband_code?: string | null;
  date_of_birth?: string | null | undefined;
  room?: string | null | undefined;
}

/** Returns the text by which a user is found and sorted: last name, first name, wristband code, date of birth, room. */
export function searchText(user: Findable): string {
  const { last_name, first_name, wristband_code, date_of_birth, room } = user;
  return plain([last_name, first_name, wristband_code, date_of_birth, room].map((part) => part ?? '').join(' '));
}

/**
 * Returns the words of a search as patterns for SQL's `like`, with `\` as the escape character; all of them must
 * match.
 */
export function searchPatterns(search: string): string[] {
  return plain(search)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
}
