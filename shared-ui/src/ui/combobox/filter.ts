/** One option of a searchable list. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** Shown after the label and searched as well (a dial code). */
  detail?: string;
  /** Listed first while nothing is typed. */
  suggested?: boolean;
}

/** Returns the text in lower case without accents, so that "cote" finds "Côte d'Ivoire". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/**
 * Returns the options whose label or detail contains what is typed, those that begin with it first. Without text:
 * suggested first.
 */
export function filterOptions(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const wanted = fold(typed.trim());
  if (!wanted) return rank(options, (option) => !option.suggested);
  const found = options.filter(({ label, detail }) => fold(`${label} ${detail ?? ''}`).includes(wanted));
  return rank(found, (option) => !fold(option.label).startsWith(wanted));
}

/** Moves options that are `later` behind the others. Otherwise keeps the order. */
function rank(options: readonly ComboboxOption[], later: (option: ComboboxOption) => boolean): ComboboxOption[] {
  return [...options.filter((option) => !later(option)), ...options.filter(later)];
}
