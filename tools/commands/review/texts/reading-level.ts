/** Reading level of short texts, such as those of a screen. */

export type Language = 'en' | 'fr';

const SENTENCE_END = /[.!?…:;]+(?:\s|$)/;
const WORD = /\p{L}[\p{L}’']*/gu;
const VOWELS = { en: /[aeiouy]+/g, fr: /[aeiouyàâäéèêëîïôöùûüœæ]+/g };
const SILENT = { en: /(?<![aeiouyl])e$|(?<=[^td])ed$/, fr: /(?<=.{2})es?$/ };

/**
 * Long words that everyone in a hospital knows, or that have no shorter one: of the hospital and its care, of the phone,
 * and in the names of documents. They count as words of two syllables.
 */
const KNOWN = {
  en: /^((hospital|supporter|medication|appointment|allerg|condition|vaccination|notification|email|password|passkey|application|address|policy|privacy|survey|tutorial|invitation)(ies|es|s|’s)?|agreement|terms)$/i,
  fr: /^(hôpital|médicaments?|notifications?|application|adresse|courriel|cellulaire|numéro|bracelet|sondages?|autorisations?|équipe|personnel|information|informatique|navigateur|organisation|politique|confidentialité|conditions|utilisation|divulgation)$/i,
};
/** Article or pronoun that is written together with the next word, such as in "l’hôpital". */
const ELIDED = /^(l|d|qu|n|s|j|m|c|t)[’']/i;

/** Counts a word's syllables as groups of vowels, without a silent e at its end. */
function syllablesOf(word: string, language: Language): number {
  const groups = word.toLowerCase().replace(SILENT[language], '').match(VOWELS[language]) ?? [];
  const count = Math.max(1, groups.length);
  return KNOWN[language].test(word.replace(ELIDED, '')) ? Math.min(2, count) : count;
}

interface TextCounts {
  sentences: number;
  words: number;
  syllables: number;
}

/** Counts a text; it is a sentence at least, placeholders in braces and numbers are no words. */
export function countText(text: string, language: Language): TextCounts {
  const sentences = text
    .replace(/\{?\{\w+\}\}?/g, ' ')
    .split(SENTENCE_END)
    .map((sentence) => sentence.match(WORD) ?? [])
    .filter((found) => found.length > 0);
  const words = sentences.flat();
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word, language), 0);
  return { sentences: sentences.length, words: words.length, syllables };
}

/**
 * Returns the school grade of an English text: J. P. Kincaid et al., "Derivation of new readability formulas", Research
 * Branch Report 8-75, Naval Technical Training Command, 1975.
 */
export function fleschKincaidGrade(text: string): number {
  const { sentences, words, syllables } = countText(text, 'en');
  return 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59;
}

/**
 * Returns the reading ease of a French text, 0 to 100: from 80 easy (Flesch's name for grade 6), from 60 plain, below 50
 * difficult. L. Kandel and A. Moles, "Application de l'indice de Flesch à la langue française", Cahiers d'études de
 * radio-télévision 19, 1958, pages 253 to 274.
 */
export function kandelMolesEase(text: string): number {
  const { sentences, words, syllables } = countText(text, 'fr');
  return 207 - 1.015 * (words / sentences) - 73.6 * (syllables / words);
}
