/** Names and codes as they are searched and sorted: small letters, no accents, single spaces. */

/** Letters that are one character with and without their stroke or ligature: Unicode takes them apart in no form. */
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

/** The same words as they are compared, e.g. "Élodie  O’Brien" as "elodie o'brien". */
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

/** What a user is found by and sorted by: last name, first name, wristband code. */
export function searchText(user: { first_name: string; last_name: string; wristband_code?: string | null }): string {
  return plain(`${user.last_name} ${user.first_name} ${user.wristband_code ?? ''}`);
}

/** The words of a search as patterns of SQL's `like` with `\` as its escape; each has to be found. */
export function searchPatterns(search: string): string[] {
  return plain(search)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`);
}
