/** Says what not to do as a sentence, where the hospital's words begin with a verb. */
import { type DeskLocale, inEach, mapText, type Text, textIn } from '../../../common/i18n.ts';
import { filled } from '../../words/phrases.ts';

/** English verbs that begin no noun phrase of care plans. */
const VERBS =
  /^(apply|bathe|carry|chew|climb|crush|do|drink|drive|eat|get|give|go|have|insert|kneel|lie|lift|miss|operate|put|remove|scratch|shave|sit|skip|soak|swallow|take|wear)(?=$|\s)/i;

/**
 * English verbs that are nouns too ("exercise program", "use of crutches"): verbs only if alone, or before a word that
 * no noun phrase has there.
 */
const VERBS_OR_NOUNS =
  /^(bend|cross|dance|dive|exercise|fly|jump|massage|move|play|pull|push|ride|rub|run|shower|sleep|smoke|squat|stand|start|stop|stretch|swim|touch|travel|twist|use|walk|wash|work)(?=$|\s+(a|an|the|any|anything|your|alone|again|at|before|after|by|during|for|from|in|into|near|on|over|to|unless|until|while|with|without)\b)/i;

/** French infinitives that begin no noun phrase; for `se`, `s'` those of reflexive verbs. */
const INFINITIVES =
  /^((aller|allumer|appliquer|arrêter|avaler|avoir|boire|cesser|commencer|conduire|consommer|couper|courir|croiser|croquer|danser|donner|dormir|écraser|enlever|faire|fléchir|forcer|frotter|fumer|gratter|grimper|insérer|jouer|mâcher|manger|marcher|masser|mettre|modifier|monter|mouiller|nager|omettre|ouvrir|percer|piloter|plier|plonger|porter|poser|pousser|pratiquer|prendre|rester|retirer|sauter|skier|soulever|tirer|tordre|travailler|tremper|utiliser|voyager)|(se (baigner|coucher|déplacer|doucher|gratter|laver|lever|mettre|moucher|pencher|plier|raser|tenir|tourner)|s[’'](accroupir|agenouiller|allonger|appuyer|asseoir|étendre|étirer|exposer)))(?=$|[\s,])/i;

/** Words that say by themselves that it is not to be done. */
const NEGATED =
  /^((do not|don[’']t|never|avoid|no|not|ne|éviter|évitez|aucune?|jamais)(?=$|\s)|n[’']|pas d(e\s|[’'])|interdi)/i;

const lowerFirst = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);

const isVerb = (words: string, language: DeskLocale) =>
  language === 'fr' ? INFINITIVES.test(words) : VERBS.test(words) || VERBS_OR_NOUNS.test(words);

/**
 * Returns what not to do: "Don’t drive a car", or with a label before words whose first word isn't known to be a verb.
 * Words that say so themselves stay as they are.
 */
export function notToText(activity: Text): Text {
  const sentence = filled('doNot', { activity: mapText(activity, lowerFirst) });
  const label = filled('notTo', { activity });
  return inEach((locale) => {
    // Without a translation, the activity is in English.
    const language = activity[locale] === undefined || locale === 'en' ? 'en' : locale;
    const words = textIn(activity, locale);
    if (NEGATED.test(words)) return words;
    if (language !== 'en' && language !== 'fr') return textIn(label, locale);
    return isVerb(words, language) ? textIn(sentence, language) : textIn(label, locale);
  });
}
