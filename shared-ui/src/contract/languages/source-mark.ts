/**
 * Returns a short hash of an English text (FNV-1a, 32 bits), by which pages see that a pack translates another one than
 * theirs. Packs are signed, so it needn't resist anyone.
 */
export function sourceMark(english: string): string {
  let hash = 0x811c9dc5;
  for (const letter of english) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
