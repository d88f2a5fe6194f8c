/** Sentences that were shown in English because the person's language lacks them, or because they are unsigned. */
const sentences = new Set<string>();

let isMarking = false;
let checkPage: (() => void) | undefined;
let isCheckDue = false;

/** Checks the page once for all sentences that a render notes. */
function scheduleCheck(): void {
  if (isCheckDue) return;
  isCheckDue = true;
  setTimeout(() => {
    isCheckDue = false;
    checkPage?.();
  });
}

/** Notes that a sentence is shown in English, so that its element gets `lang="en"`. Returns the sentence. */
export function noteEnglish(sentence: string): string {
  if (sentences.has(sentence)) return sentence;
  sentences.add(sentence);
  // At the build, screens are rendered without a page.
  if (typeof MutationObserver === 'undefined') return sentence;
  // A prerendered text, or one that was English before, is on the page already and won't change.
  if (isMarking) scheduleCheck();
  else {
    isMarking = true;
    import('./mark-english.ts')
      .then(({ markEnglish }) => {
        checkPage = markEnglish(sentences);
      })
      .catch((error: unknown) => console.info('English sentences could not be marked', error));
  }
  return sentence;
}
