/** The hospital's templates for replies and events, which staff use and edit, and those that it starts with. */
import {
  type Locale,
  type MessageKey,
  mapText,
  type Text,
  toLocale,
  translate,
  translateAll,
} from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
import { linesOf } from '../../common/text/known-texts.ts';
import type { Config } from '../../config/config.ts';
import type { DeskTemplate, DeskTemplates, NewTemplate } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from '../../repositories/desk/templates.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';

/** A text that the product translates. */
const ours = (kind: NewTemplate['kind'], name: TemplateName): NewTemplate => ({
  kind,
  title: translateAll(`template.${name}.title`),
  text: translateAll(`template.${name}.text`),
});

type TemplateName =
  Extract<MessageKey, `template.${string}.title`> extends `template.${infer Name}.title` ? Name : never;

const PRODUCTS = [
  ours('reply', 'soon'),
  ours('reply', 'findingOut'),
  ours('reply', 'doctor'),
  ours('reply', 'corrected'),
  ours('event', 'doctorComes'),
  ours('event', 'fasting'),
  ours('event', 'room'),
  ours('event', 'home'),
  ours('plan', 'operation'),
  ours('plan', 'walk'),
  ours('plan', 'goingHome'),
];

const TRANSLATED = new Map(PRODUCTS.flatMap(({ title, text }) => [title, text]).map((said) => [said.en, said]));

/** Adds the product's translations of an unchanged English text, in the languages in which people are addressed. */
function inEveryLanguage(text: Text): Text {
  const translations = Object.entries(TRANSLATED.get(text.en) ?? {}).filter(([tag]) => toLocale(tag) === tag);
  return { ...Object.fromEntries(translations), ...text };
}

const translated = ({ title, text, ...template }: DeskTemplate): DeskTemplate => ({
  ...template,
  title: inEveryLanguage(title),
  text: inEveryLanguage(text),
});

/** Leaves out the product's translations, which are not stored. */
function ownOnly({ en, fr, ...others }: Text): Text {
  const product = TRANSLATED.get(en);
  const own = Object.entries(others).filter(([tag, said]) => product?.[tag as Locale] !== said);
  return { en, fr, ...Object.fromEntries(own) };
}

/** Longest short line of an event. */
const LINE_LENGTH = 500;

/** A member of staff, and the log and language of their request. */
interface Editor {
  user: UserRow;
  log: StaffLog;
  locale: Locale;
}

/** Returns whether a hospital lets this member of staff edit its templates; all may unless it lists some. */
const mayEdit = ({ templateEditors }: Config, { email }: UserRow) =>
  templateEditors.length === 0 || templateEditors.includes(email);

/** @throws ProblemError NOT_AN_EDITOR */
function requireEditor(config: Config, user: UserRow): void {
  if (!mayEdit(config, user)) throw new ProblemError('NOT_AN_EDITOR');
}

/**
 * Returns a template without surrounding space.
 * @throws ProblemError VALIDATION if the short line of an event is too long
 */
function checked({ kind, title, text }: NewTemplate, locale: Locale): NewTemplate {
  const trimmed = (words: Text) => mapText(words, (said) => said.trim());
  const isTooLong = kind === 'event' && Object.values(text).some((said) => said.length > LINE_LENGTH);
  if (isTooLong)
    throw new ProblemError('VALIDATION', { fields: { text: translate(locale, 'field.template.tooLong') } });
  return { kind, title: ownOnly(trimmed(title)), text: ownOnly(trimmed(text)) };
}

export async function readTemplates({ db, config }: Services, { user, log }: Editor): Promise<DeskTemplates> {
  await log(db, { action: 'STAFF_VIEWED', object: 'templates', subjects: [] });
  return { templates: (await listTemplates(db)).map(translated), mayEdit: mayEdit(config, user) };
}

/**
 * Returns what these templates say in every language: titles, texts, and each line of a plan. One that is removed by now
 * says nothing.
 */
export async function templateTexts(db: Db, ids: readonly (string | undefined)[]): Promise<Text[]> {
  if (ids.every((id) => id === undefined)) return [];
  const used = (await listTemplates(db)).filter(({ id }) => ids.includes(id)).map(translated);
  return used.flatMap(({ kind, title, text }) => [
    title,
    text,
    ...(kind === 'plan' ? linesOf(text, TRANSLATED.get(text.en)) : []),
  ]);
}

/** @throws ProblemError NOT_AN_EDITOR or VALIDATION */
export async function addTemplate(
  { db, config }: Services,
  { user, log, locale }: Editor,
  wanted: NewTemplate,
): Promise<DeskTemplate> {
  requireEditor(config, user);
  return db.transaction().execute(async (trx) => {
    const template = await insertTemplate(trx, checked(wanted, locale));
    await log(trx, { action: 'STAFF_CHANGED', object: 'template-added', subjects: [], objectId: template.id });
    return translated(template);
  });
}

/** @throws ProblemError NOT_AN_EDITOR, NOT_FOUND or VALIDATION */
export async function changeTemplate(
  { db, config }: Services,
  { user, log, locale }: Editor,
  id: string,
  wanted: NewTemplate,
): Promise<DeskTemplate> {
  requireEditor(config, user);
  return db.transaction().execute(async (trx) => {
    const template = await updateTemplate(trx, id, checked(wanted, locale));
    if (!template) throw new ProblemError('NOT_FOUND');
    await log(trx, { action: 'STAFF_CHANGED', object: 'template-changed', subjects: [], objectId: id });
    return translated(template);
  });
}

/** @throws ProblemError NOT_AN_EDITOR or NOT_FOUND */
export async function removeTemplate({ db, config }: Services, { user, log }: Editor, id: string): Promise<void> {
  requireEditor(config, user);
  await db.transaction().execute(async (trx) => {
    if (!(await deleteTemplate(trx, id))) throw new ProblemError('NOT_FOUND');
    await log(trx, { action: 'STAFF_CHANGED', object: 'template-removed', subjects: [], objectId: id });
  });
}

/**
 * Templates that a hospital starts with, and may change or remove. A language is added to what is stored when it is read,
 * so that later translations count.
 */
export const DEFAULT_TEMPLATES: readonly NewTemplate[] = PRODUCTS.map(({ kind, title, text }) => ({
  kind,
  title: { en: title.en, fr: title.fr },
  text: { en: text.en, fr: text.fr },
}));
