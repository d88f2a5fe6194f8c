/** Reviews of the product's translations: critical texts of this release, and what staff have signed of them. */
import { type Catalogue, readCatalogues } from 'server-kit/languages/catalogues';
import { checkText, readRules, type TextFault } from 'server-kit/languages/check';
import type { DeskReview } from 'server-kit/languages/desk-review';
import { type CriticalText, criticalTexts, isSigned } from 'server-kit/languages/signatures';
import { REPO } from 'server-kit/paths';
import { ALL_LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { hashOf } from 'shared-ui/contract/review';
import { localTime } from 'shared-ui/contract/zone';
import { now } from '../../common/clock.ts';
import { isMessageKey, type Locale, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import type { DeskLanguage, DeskText, TextSignature, TextState } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import { fullName, type UserRow } from '../../repositories/accounts/users.ts';
import { listTextReviews, storeTextReview, type TextReview } from '../../repositories/desk/text-reviews.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';

/** Languages whose texts people have to review. English and French are the product's own. */
const TRANSLATED = ALL_LANGUAGES.filter((language) => language !== 'en' && language !== 'fr');

/** A member of staff, and the log and language of their request. */
interface Reviewer {
  user: UserRow;
  log: StaffLog;
  locale: Locale;
}

/** A critical text as it counts now. */
interface CurrentText {
  text: CriticalText;
  translation: string;
  /** Hash of the English text and this translation. */
  hash: string;
  state: TextState;
  /** The last signature, which may be void. */
  signature: { by: string; on: string } | undefined;
}

let catalogues: readonly Catalogue[] | undefined;
const releaseTexts = new Map<Language, Promise<readonly CriticalText[]>>();

/** Returns the critical texts of this release, which are read once. */
function textsOf(language: Language): Promise<readonly CriticalText[]> {
  catalogues ??= readCatalogues(REPO);
  const texts = releaseTexts.get(language) ?? criticalTexts(language, REPO, catalogues);
  releaseTexts.set(language, texts);
  return texts;
}

/** @throws ProblemError NOT_FOUND */
function toTranslated(tag: string): Language {
  const language = TRANSLATED.find((one) => one === tag);
  if (language === undefined) throw new ProblemError('NOT_FOUND');
  return language;
}

/** Returns a text with the signature that counts. A change of either text since makes a signature void. */
function currentOf(text: CriticalText, review: TextReview | undefined, zone: string | undefined): CurrentText {
  const atDesk = review && {
    by: fullName(review.first_name, review.last_name),
    on: localTime(Date.parse(review.signed_at), zone).slice(0, 10),
  };
  // The hash is that of the signed translation once a release has it.
  if (review && [review.release_hash, review.hash].includes(text.hash))
    return { text, translation: review.translation, hash: review.hash, state: 'signed', signature: atDesk };
  const { translation, hash, signature } = text;
  if (isSigned(text)) return { text, translation, hash, state: 'signed', signature };
  const last = atDesk ?? signature;
  return { text, translation, hash, state: last ? 'changed' : 'unsigned', signature: last };
}

async function currentTexts(
  { config }: Pick<Services, 'config'>,
  db: Db,
  language: Language,
): Promise<Map<string, CurrentText>> {
  const reviews = new Map((await listTextReviews(db, language)).map((review) => [review.text_id, review]));
  const texts = await textsOf(language);
  return new Map(texts.map((text) => [text.id, currentOf(text, reviews.get(text.id), config.timeZone)]));
}

/** Returns where people read the texts of a catalogue; that of another team's remote is named by its id. */
function placeOf(catalogue: string, locale: Locale): string {
  const name = catalogue.replaceAll('/', '-');
  const key = `place.${name}`;
  return isMessageKey(key) ? translate(locale, key) : catalogue;
}

const markOf = (hash: string) => hash.slice(0, 16);

const toDeskText = ({ text, translation, hash, state, signature }: CurrentText, locale: Locale): DeskText => ({
  id: text.id,
  place: placeOf(text.catalogue.id, locale),
  english: text.english,
  translation,
  mark: markOf(hash),
  state,
  signedBy: signature?.by ?? null,
  signedOn: signature?.on ?? null,
});

/** Returns every translated language, with the number of its critical texts in each state. */
export async function readLanguages(services: Services, { log }: Reviewer): Promise<DeskLanguage[]> {
  const { db } = services;
  await log(db, { action: 'STAFF_VIEWED', object: 'languages', subjects: [] });
  const languages: DeskLanguage[] = [];
  for (const language of TRANSLATED) {
    const counts = { signed: 0, unsigned: 0, changed: 0 };
    for (const { state } of (await currentTexts(services, db, language)).values()) counts[state] += 1;
    languages.push({ language, ...counts });
  }
  return languages;
}

/** Returns the critical texts of a language. @throws ProblemError NOT_FOUND */
export async function readLanguage(services: Services, { log, locale }: Reviewer, tag: string): Promise<DeskText[]> {
  const language = toTranslated(tag);
  const { db } = services;
  await log(db, { action: 'STAFF_VIEWED', object: 'languages', subjects: [], objectId: language });
  const texts = await currentTexts(services, db, language);
  return [...texts.values()].map((text) => toDeskText(text, locale));
}

/** Says what is wrong with a correction, in the reader's language. */
function sayFault(fault: TextFault, locale: Locale): string {
  const { kind, ...params } = fault;
  return translate(locale, `field.translation.${kind}`, params);
}

/** @throws ProblemError VALIDATION if placeholders, numbers or words of the glossary are wrong */
function refuseFaults({ catalogue, key }: CriticalText, translation: string, language: Language, locale: Locale): void {
  const faults = checkText(catalogue, key, translation, readRules(language, REPO));
  if (faults.length === 0) return;
  throw new ProblemError('VALIDATION', {
    fields: { translation: faults.map((fault) => sayFault(fault, locale)).join(' ') },
  });
}

/**
 * Signs a text as it is, or with a better translation. Returns it as it is then.
 * @throws ProblemError NOT_FOUND, TEXT_CHANGED if the text is no longer what the reader has seen, or VALIDATION
 */
export async function signText(
  services: Services,
  { user, log, locale }: Reviewer,
  tag: string,
  { id, mark, translation: correction }: TextSignature,
): Promise<DeskText> {
  const language = toTranslated(tag);
  const { timeZone } = services.config;
  return services.db.transaction().execute(async (trx) => {
    const current = (await currentTexts(services, trx, language)).get(id);
    if (!current) throw new ProblemError('NOT_FOUND');
    if (markOf(current.hash) !== mark) throw new ProblemError('TEXT_CHANGED');
    const { text } = current;
    if (correction !== undefined) refuseFaults(text, correction, language, locale);
    const translation = correction ?? current.translation;
    const signed = {
      language,
      text_id: id,
      translation,
      hash: await hashOf(text.english, translation),
      release_hash: text.hash,
      signed_by: user.id,
      signed_at: now(),
    };
    await storeTextReview(trx, signed);
    const object = correction === undefined ? 'text-signed' : 'text-corrected';
    await log(trx, { action: 'STAFF_CHANGED', object, subjects: [], objectId: `${language}:${id}` });
    const review = { ...signed, first_name: user.first_name, last_name: user.last_name };
    return toDeskText(currentOf(text, review, timeZone), locale);
  });
}

/** Returns what staff have signed in a language, for a build or pack. @throws ProblemError NOT_FOUND */
export async function exportReview(services: Services, { log }: Reviewer, tag: string): Promise<DeskReview> {
  const language = toTranslated(tag);
  const { db } = services;
  await log(db, { action: 'STAFF_VIEWED', object: 'languages', subjects: [], objectId: language });
  const ids = new Set((await listTextReviews(db, language)).map(({ text_id: id }) => id));
  const texts = [...(await currentTexts(services, db, language)).values()];
  return {
    language,
    texts: texts.flatMap(({ text, translation, state, signature }) => {
      if (!signature || state !== 'signed' || !ids.has(text.id)) return [];
      const { id, english, translation: replaces } = text;
      return [{ id, english, translation, replaces, by: signature.by, on: signature.on }];
    }),
  };
}
