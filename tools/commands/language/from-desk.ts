import { checkText, describeFault, type Rules, readRules } from 'server-kit/languages/check';
import type { DeskReview, DeskSignature } from 'server-kit/languages/desk-review';
import { type CriticalText, criticalTexts, sign } from 'server-kit/languages/signatures';
import { PlainError } from 'server-kit/plain-error';
import { fillIn } from './missing.ts';

interface TakenOver {
  signed: number;
  /** How many of these staff have corrected. */
  corrected: number;
  /** A sentence for each text that was left out. */
  leftOut: string[];
}

/** Returns why a text's signature doesn't count here; undefined if it does. */
function reasonAgainst(text: CriticalText, { english, translation, replaces }: DeskSignature, rules: Rules) {
  if (text.english !== english) return 'the English text has changed since';
  if (text.translation === translation) return undefined;
  if (text.translation !== replaces) return 'the translation has changed since';
  const faults = checkText(text.catalogue, text.key, translation, rules);
  return faults.length > 0 ? `the correction ${faults.map(describeFault).join(', ')}` : undefined;
}

/** Writes corrections into the language's catalogues, by file and key. */
function writeCorrections(tag: string, texts: readonly CriticalText[], root: string): Promise<number> {
  const files = Map.groupBy(texts, ({ catalogue }) => catalogue.fileOf(tag));
  const filled = [...files].map(
    ([file, corrected]) => [file, Object.fromEntries(corrected.map((text) => [text.key, text.translation]))] as const,
  );
  return fillIn(tag, Object.fromEntries(filled), root);
}

/**
 * Takes over what staff have signed and corrected at the desk.
 * @throws PlainError for the file of another language
 */
export async function takeOver(tag: string, { language, texts }: DeskReview, root: string): Promise<TakenOver> {
  if (language !== tag) throw new PlainError(`The file has texts in ${language}, not in ${tag}.`);
  const rules = readRules(tag, root);
  const known = new Map((await criticalTexts(tag, root)).map((text) => [text.id, text]));
  const results = texts.map((signature) => {
    const text = known.get(signature.id);
    const reason = text ? reasonAgainst(text, signature, rules) : 'it is no critical text any more';
    return { text, signature, reason };
  });
  const taken = results.flatMap(({ text, signature, reason }) => {
    if (!text || reason !== undefined) return [];
    const { translation, by, on } = signature;
    return [{ ...text, translation, by, on, isCorrected: translation !== text.translation }];
  });
  const corrected = await writeCorrections(
    tag,
    taken.filter(({ isCorrected }) => isCorrected),
    root,
  );
  await sign(tag, taken, root);
  const leftOut = results.flatMap(({ signature, reason }) =>
    reason === undefined ? [] : [`${signature.id} was left out: ${reason}.`],
  );
  return { signed: taken.length, corrected, leftOut };
}
