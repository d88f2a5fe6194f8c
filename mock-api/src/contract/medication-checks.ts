/**
 * The medication check: what a patient, or a supporter, says about each medication on record. In FHIR's words these are
 * MedicationStatements with the patient as `informationSource`; nothing in the record changes.
 */
import { type Static, Type } from 'typebox';
import { Nullable, oneOf, shape, Time, Words } from './parts.ts';
import { RequestStatus } from './requests.ts';

export const MedicationAnswer = oneOf('take', 'differently', 'not');
export type MedicationAnswer = Static<typeof MedicationAnswer>;

const OwnWords = Words(500);

/** A medication that the record lacks. */
const AddedMedication = shape({
  name: Words(120),
  amount: Type.Optional(Words(120)),
  when: Type.Optional(Words(120)),
});
export type AddedMedication = Static<typeof AddedMedication>;

export const NewMedicationCheck = shape({
  id: Type.String({ format: 'uuid', description: 'Chosen by the client: the same check sent again is stored once' }),
  list: Type.String({ maxLength: 64, description: 'State of the list that was checked, as it was read' }),
  answers: Type.Array(
    shape({
      id: Type.String({ minLength: 1, maxLength: 64 }),
      answer: MedicationAnswer,
      words: Type.Optional(
        Type.String({ ...OwnWords, description: 'How it is taken, required for differently; or why it is not' }),
      ),
    }),
    { maxItems: 200, description: 'One for each medication of the list' },
  ),
  added: Type.Array(AddedMedication, { maxItems: 30 }),
});
export type NewMedicationCheck = Static<typeof NewMedicationCheck>;

/** Why a check is due: on arrival, before going home, or because staff have asked for it. */
export const MedicationCheckReason = oneOf('admission', 'discharge', 'asked');
export type MedicationCheckReason = Static<typeof MedicationCheckReason>;

/** How the list has changed since a check. */
const since = {
  added: Type.Integer(),
  changed: Type.Integer(),
  stopped: Type.Integer(),
};

const head = {
  id: Type.String(),
  at: Time,
  since: shape(since, { description: 'How the list has changed since' }),
};

/** The last check, for the patient and supporters. What was said is for staff, the patient and who said it. */
const LastMedicationCheck = shape({
  ...head,
  isYours: Type.Boolean(),
  who: Nullable(Type.String({ description: 'Null for a supporter, if someone else checked' })),
  differences: Nullable(Type.Integer({ description: 'Null for a supporter, if someone else checked' })),
});

/** What a reader who may check a list needs for it. */
export const MedicationCheckState = shape({
  due: Nullable(MedicationCheckReason),
  list: Type.String({ description: 'State of the list, sent back with a check' }),
  medications: Type.Array(Type.String(), { description: 'Ids of those to check, in their order' }),
  last: Nullable(LastMedicationCheck),
});

/** A check in full, for staff and for the own data. */
export const MedicationCheck = shape({
  ...head,
  who: Type.String({ description: 'The name of who checked, or that their account is erased' }),
  isByPatient: Type.Boolean(),
  answers: Type.Array(
    shape({
      id: Type.String(),
      name: Type.String(),
      how: Type.Array(Type.String()),
      state: oneOf('current', 'paused', 'unclear', 'do-not-take'),
      answer: MedicationAnswer,
      words: Type.Optional(Type.String()),
      isDifferent: Type.Boolean({ description: 'Whether it differs from what the record said' }),
    }),
  ),
  added: Type.Array(AddedMedication),
  request: Nullable(
    shape(
      {
        id: Type.String(),
        status: RequestStatus,
        seenBy: Nullable(Type.String()),
        seenAt: Nullable(Time),
        doneBy: Nullable(Type.String()),
        doneAt: Nullable(Time),
      },
      { description: 'What staff have done about the differences; null without any' },
    ),
  ),
});
export type MedicationCheck = Static<typeof MedicationCheck>;

export const DeskMedicationChecks = shape({
  asked: Nullable(
    shape(
      { at: Time, by: Nullable(Type.String({ description: 'Null if the account is gone' })) },
      {
        description: 'Since when a check that staff have asked for is open',
      },
    ),
  ),
  checks: Type.Array(MedicationCheck, { description: 'Newest first' }),
});
export type DeskMedicationChecks = Static<typeof DeskMedicationChecks>;
