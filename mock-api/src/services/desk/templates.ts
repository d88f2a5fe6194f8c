/** The hospital's templates for replies and events, which staff use and edit. */
import { type Locale, translate } from '../../common/i18n.ts';
import { Problem } from '../../common/problems.ts';
import type { Config } from '../../config/config.ts';
import type { DeskTemplate, DeskTemplates, NewTemplate } from '../../contract.ts';
import type { UserRow } from '../../repositories/accounts/users.ts';
import { deleteTemplate, insertTemplate, listTemplates, updateTemplate } from '../../repositories/desk/templates.ts';
import type { Services } from '../context.ts';
import type { StaffLog } from './log.ts';

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

/** @throws Problem NOT_AN_EDITOR */
function requireEditor(config: Config, user: UserRow): void {
  if (!mayEdit(config, user)) throw new Problem('NOT_AN_EDITOR');
}

/**
 * Returns a template without surrounding space.
 * @throws Problem VALIDATION if the short line of an event is too long
 */
function checked({ kind, title, text }: NewTemplate, locale: Locale): NewTemplate {
  const trimmed = ({ en, fr }: NewTemplate['text']) => ({ en: en.trim(), fr: fr.trim() });
  const isTooLong = kind === 'event' && Math.max(text.en.length, text.fr.length) > LINE_LENGTH;
  if (isTooLong) throw new Problem('VALIDATION', { fields: { text: translate(locale, 'field.template.tooLong') } });
  return { kind, title: trimmed(title), text: trimmed(text) };
}

export async function readTemplates({ db, config }: Services, { user, log }: Editor): Promise<DeskTemplates> {
  await log(db, { action: 'STAFF_VIEWED', object: 'templates', subjects: [] });
  return { templates: await listTemplates(db), mayEdit: mayEdit(config, user) };
}

/** @throws Problem NOT_AN_EDITOR or VALIDATION */
export async function addTemplate(
  { db, config }: Services,
  { user, log, locale }: Editor,
  wanted: NewTemplate,
): Promise<DeskTemplate> {
  requireEditor(config, user);
  return db.transaction().execute(async (trx) => {
    const template = await insertTemplate(trx, checked(wanted, locale));
    await log(trx, { action: 'STAFF_CHANGED', object: 'template-added', subjects: [], objectId: template.id });
    return template;
  });
}

/** @throws Problem NOT_AN_EDITOR, NOT_FOUND or VALIDATION */
export async function changeTemplate(
  { db, config }: Services,
  { user, log, locale }: Editor,
  id: string,
  wanted: NewTemplate,
): Promise<DeskTemplate> {
  requireEditor(config, user);
  return db.transaction().execute(async (trx) => {
    const template = await updateTemplate(trx, id, checked(wanted, locale));
    if (!template) throw new Problem('NOT_FOUND');
    await log(trx, { action: 'STAFF_CHANGED', object: 'template-changed', subjects: [], objectId: id });
    return template;
  });
}

/** @throws Problem NOT_AN_EDITOR or NOT_FOUND */
export async function removeTemplate({ db, config }: Services, { user, log }: Editor, id: string): Promise<void> {
  requireEditor(config, user);
  await db.transaction().execute(async (trx) => {
    if (!(await deleteTemplate(trx, id))) throw new Problem('NOT_FOUND');
    await log(trx, { action: 'STAFF_CHANGED', object: 'template-removed', subjects: [], objectId: id });
  });
}
