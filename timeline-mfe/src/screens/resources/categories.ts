/** The groups that digital health resources will be sorted into; keys of the words. */
export const CATEGORIES = ['conditions', 'medication', 'food', 'moving', 'mind', 'home'] as const;
export type Category = (typeof CATEGORIES)[number];

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLocaleLowerCase();

/** The categories whose name contains what was typed; accents and capitals don't matter. */
export function findCategories(typed: string, nameOf: (category: Category) => string): Category[] {
  return CATEGORIES.filter((category) => plain(nameOf(category)).includes(plain(typed.trim())));
}
