import type { MedicationAnswer, MedicationCheck, Medications, NewMedicationCheck } from 'mock-api/contract';
import { call, defineSlice } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { yup } from 'shared-ui/forms';
import { defineCatalogue } from 'shared-ui/languages';
import en from '../../locales/medication-check.en.json';

/** Texts of the medication check. */
export const words = defineCatalogue(
  'records-mfe/medication-check',
  en,
  (tag) => import(`../../locales/medication-check.${tag}.json`),
);

/** Maximum lengths that the API accepts. */
export const WORDS_LENGTH = 500;
export const ADDED_LENGTH = 120;
export const ADDED_COUNT = 30;

export type CheckState = NonNullable<Medications['check']>;

export interface Mark {
  answer: MedicationAnswer;
  /** How it is taken, or why it is not. */
  words: string;
}

export interface Added {
  /** Identifies the row on the screen. */
  key: string;
  name: string;
  amount: string;
  when: string;
}

/** What was chosen for a profile and not sent yet. */
export interface CheckDraft {
  marks: Record<string, Mark>;
  added: Added[];
  /** What was last sent, as text, and its id: it may have arrived although there was no response. */
  sent?: { body: string; id: string };
}

const NOTHING: CheckDraft = { marks: {}, added: [] };

/** Profile -> draft. Survives a reload, so that a patient who is called away goes on where they were. */
const drafts = defineSlice<{ of: Record<number, CheckDraft> }>('records/medication-check', {
  initial: { of: {} },
  keepOffline: true,
});

export const useCheckDraft = (profileId: number): CheckDraft => drafts.use(({ of }) => of[profileId] ?? NOTHING);

export function changeDraft(profileId: number, change: Partial<CheckDraft>): void {
  const { of } = drafts.get();
  drafts.update({ of: { ...of, [profileId]: { ...NOTHING, ...of[profileId], ...change } } });
}

export function forgetDraft(profileId: number): void {
  const { [profileId]: _sent, ...of } = drafts.get().of;
  drafts.update({ of });
}

/** Changes what was chosen about one medication. */
export function mark(profileId: number, id: string, change: Partial<Mark>): void {
  const { marks } = drafts.get().of[profileId] ?? NOTHING;
  const before = marks[id] ?? { answer: 'take', words: '' };
  changeDraft(profileId, { marks: { ...marks, [id]: { ...before, ...change } } });
}

export const checkPath = (profileId: number) => `${recordPaths.medications(profileId)}/check`;

/** Formik validates empty texts as undefined. */
const isBlank = (text: string | undefined) => (text ?? '').trim() === '';

export const isMissingHow = (of: Mark | undefined) => of?.answer === 'differently' && isBlank(of.words);

const isTyped = ({ name, amount, when }: Added) => ![name, amount, when].every(isBlank);
export const isMissingName = (added: Added) => isTyped(added) && isBlank(added.name);

/** Returns the rules of a check: every medication has an answer, and nothing that has to be written is missing. */
export const checkSchema = ({ medications }: CheckState) =>
  yup.object({
    marks: yup
      .mixed<CheckDraft['marks']>()
      .required()
      .test((marks) => medications.every((id) => marks[id] && !isMissingHow(marks[id]))),
    added: yup
      .mixed<Added[]>()
      .required()
      .test((added) => !added.some(isMissingName)),
  });

function answersOf({ medications }: CheckState, { marks }: CheckDraft): NewMedicationCheck['answers'] {
  return medications.map((id) => {
    const { answer, words: typed } = marks[id] ?? { answer: 'take', words: '' };
    return { id, answer, ...(answer !== 'take' && typed.trim() && { words: typed.trim() }) };
  });
}

function addedOf({ added }: CheckDraft): NewMedicationCheck['added'] {
  return added.filter(isTyped).map(({ name, amount, when }) => ({
    name: name.trim(),
    ...(amount.trim() && { amount: amount.trim() }),
    ...(when.trim() && { when: when.trim() }),
  }));
}

/** Sends a check. The same answers keep their id, so that the API stores them once. @throws ApiFailure */
export function sendCheck(profileId: number, state: CheckState, draft: CheckDraft): Promise<MedicationCheck> {
  const check = { list: state.list, answers: answersOf(state, draft), added: addedOf(draft) };
  const body = JSON.stringify(check);
  const id = draft.sent?.body === body ? draft.sent.id : crypto.randomUUID();
  changeDraft(profileId, { sent: { body, id } });
  return call<MedicationCheck>('post', `v1/profiles/${profileId}/medications/check`, { id, ...check });
}
