/** Languages of an item's texts that are in the hospital's words, by the text's name. */
type Languages = Partial<Record<string, string>> | undefined;

/** Returns the language of the hospital's words in a result or care plan, which is one for all; null if it has none. */
export const languageAmong = (...parts: Languages[]): string | null =>
  parts.flatMap((languages) => Object.values(languages ?? {}))[0] ?? null;
