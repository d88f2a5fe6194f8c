/** Categories of digital health resources; keys of the translations. */
export const CATEGORIES = ['conditions', 'medication', 'food', 'moving', 'mind', 'home'] as const;
export type Category = (typeof CATEGORIES)[number];

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLocaleLowerCase();

/** Returns the categories whose name contains the typed text, ignoring accents and case. */
export function findCategories(typed: string, nameOf: (category: Category) => string): Category[] {
  return CATEGORIES.filter((category) => plain(nameOf(category)).includes(plain(typed.trim())));
}
