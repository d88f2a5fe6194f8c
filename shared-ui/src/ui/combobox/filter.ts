/** One entry of a searchable list. */
export interface ComboboxOption {
  value: string;
  label: string;
  /** Said beside the label and searched as well (a dial code). */
  detail?: string;
  /** Listed first while nothing is typed. */
  suggested?: boolean;
}

/** Small letters, no accents, so that "cote" finds "Côte d'Ivoire". */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();
}

/** The entries whose label or detail holds what is typed; those that begin with it first. Without text: suggested first. */
export function filterOptions(options: readonly ComboboxOption[], typed: string): ComboboxOption[] {
  const wanted = fold(typed.trim());
  if (!wanted) return rank(options, (option) => !option.suggested);
  const found = options.filter(({ label, detail }) => fold(`${label} ${detail ?? ''}`).includes(wanted));
  return rank(found, (option) => !fold(option.label).startsWith(wanted));
}

/** Keeps the order, but entries that are `later` go behind the others. */
function rank(options: readonly ComboboxOption[], later: (option: ComboboxOption) => boolean): ComboboxOption[] {
  return [...options.filter((option) => !later(option)), ...options.filter(later)];
}
