/** The hospital's templates for replies and events, which staff use and edit, and those that it starts with. */
import { type Locale, mapText, type Text, translate } from '../../common/i18n.ts';
import { ProblemError } from '../../common/problems.ts';
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
  return { kind, title: trimmed(title), text: trimmed(text) };
}

export async function readTemplates({ db, config }: Services, { user, log }: Editor): Promise<DeskTemplates> {
  await log(db, { action: 'STAFF_VIEWED', object: 'templates', subjects: [] });
  return { templates: await listTemplates(db), mayEdit: mayEdit(config, user) };
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
    return template;
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
    return template;
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

/** Templates that a hospital starts with, and may change or remove. */
export const DEFAULT_TEMPLATES: readonly NewTemplate[] = [
  {
    kind: 'reply',
    title: { en: 'We’ll be with you soon', fr: 'Nous arrivons bientôt' },
    text: {
      en: 'Thank you for letting us know. Someone from your care team will be with you soon.',
      fr: 'Merci de nous avoir prévenus. Un membre de votre équipe de soins vous verra bientôt.',
    },
  },
  {
    kind: 'reply',
    title: { en: 'We’re finding out', fr: 'Nous nous informons' },
    text: {
      en: 'Good question. We’re finding out and will write to you here as soon as we know.',
      fr: 'Bonne question. Nous nous informons et vous écrirons ici dès que nous aurons la réponse.',
    },
  },
  {
    kind: 'reply',
    title: { en: 'Your doctor will explain', fr: 'Votre médecin vous l’expliquera' },
    text: {
      en: 'Your doctor will go over this with you at the next visit. If anything gets worse before then, please call a nurse right away.',
      fr: 'Votre médecin en parlera avec vous à sa prochaine visite. Si quelque chose s’aggrave d’ici là, appelez tout de suite une infirmière ou un infirmier.',
    },
  },
  {
    kind: 'reply',
    title: { en: 'We’ve corrected it', fr: 'C’est corrigé' },
    text: {
      en: 'Thank you for telling us. We’ve corrected your record.',
      fr: 'Merci de nous l’avoir signalé. Votre dossier est corrigé.',
    },
  },
  {
    kind: 'event',
    title: { en: 'Your doctor is on the way', fr: 'Votre médecin arrive' },
    text: {
      en: 'Your doctor will see you soon. Please stay close to your room.',
      fr: 'Votre médecin vous verra bientôt. Restez près de votre chambre, s’il vous plaît.',
    },
  },
  {
    kind: 'event',
    title: { en: 'Please don’t eat or drink', fr: 'Ne mangez pas et ne buvez pas' },
    text: {
      en: 'Please don’t eat or drink anything until your test. Ask us before you take your medicine.',
      fr: 'Ne mangez rien et ne buvez rien avant votre examen. Demandez‑nous avant de prendre vos médicaments.',
    },
  },
  {
    kind: 'event',
    title: { en: 'Your room is ready', fr: 'Votre chambre est prête' },
    text: {
      en: 'Someone will come and take you there.',
      fr: 'Quelqu’un viendra vous y conduire.',
    },
  },
  {
    kind: 'event',
    title: { en: 'You can go home soon', fr: 'Vous pourrez bientôt rentrer chez vous' },
    text: {
      en: 'We’re preparing your papers. A nurse will go over your care plan with you before you leave.',
      fr: 'Nous préparons vos documents. Avant votre départ, nous verrons votre plan de soins avec vous.',
    },
  },
  {
    kind: 'plan',
    title: { en: 'Get ready for the operation', fr: 'Se préparer pour l’opération' },
    text: {
      en: 'Nothing to eat or drink until the operation\nA visit from the anesthesiologist',
      fr: 'Ne rien manger ni boire avant l’opération\nVisite de l’anesthésiste',
    },
  },
  {
    kind: 'plan',
    title: { en: 'Get up and walk', fr: 'Se lever et marcher' },
    text: {
      en: '9:00 A first walk with the nurse\n14:00 Exercises with the physiotherapist',
      fr: '9:00 Première marche avec l’infirmière ou l’infirmier\n14:00 Exercices avec la physiothérapeute ou le physiothérapeute',
    },
  },
  {
    kind: 'plan',
    title: { en: 'Get ready to go home', fr: 'Se préparer au retour à la maison' },
    text: {
      en: '10:00 The doctor decides about going home\nA nurse goes over the medicine and the plan for home',
      fr: '10:00 Le médecin décide du retour à la maison\nRevue des médicaments et du plan pour la maison avec une infirmière ou un infirmier',
    },
  },
];
