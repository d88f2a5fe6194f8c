/** Sentences that were shown in English because the person's language lacks them, or because they are unsigned. */
const sentences = new Set<string>();

let isMarking = false;

/** Notes that a sentence is shown in English, so that its element gets `lang="en"`. Returns the sentence. */
export function noteEnglish(sentence: string): string {
  sentences.add(sentence);
  // At the build, screens are rendered without a page.
  if (isMarking || typeof MutationObserver === 'undefined') return sentence;
  isMarking = true;
  import('./mark-english.ts')
    .then(({ markEnglish }) => markEnglish(sentences))
    .catch((error: unknown) => console.info('English sentences could not be marked', error));
  return sentence;
}
