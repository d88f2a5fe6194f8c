/**
 * Medications: ordered (MedicationRequest), reported (MedicationStatement) and given at the hospital
 * (MedicationAdministration).
 */
import { type Static, Type } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import { sameInEach } from '../../../common/i18n.ts';
import type { MedicationBody, MedicationState } from '../../../common/record-documents.ts';
import {
  Concept,
  Dosage,
  Extended,
  fields,
  list,
  Note,
  Period,
  Quantity,
  Reference,
  type Resource,
  resource,
  shaped,
  text,
} from '../../fhir/datatypes.ts';
import { firstTime } from '../../fhir/time.ts';
import { amountText } from '../../words/amount.ts';
import { conceptText, conceptTexts, distinct, joined, noteTexts, present, saidText } from '../../words/concept.ts';
import { listed, PHRASES } from '../../words/phrases.ts';
import { type ItemRow, kept, type MapContext } from '../context.ts';
import { howText, timesOf } from './dosage.ts';

const taken = {
  ...resource,
  status: text,
  intent: text,
  doNotPerform: Type.Boolean(),
  medicationCodeableConcept: Concept,
  medicationReference: Reference,
  subject: Reference,
  reasonCode: list(Concept),
  reasonReference: list(Reference),
  note: list(Note),
};

/** MedicationRequest: an order. */
export const MedicationRequestSchema = fields({
  ...taken,
  statusReason: Concept,
  authoredOn: text,
  dosageInstruction: list(Dosage),
  dispenseRequest: fields({ validityPeriod: Period }),
});
/** MedicationStatement: what the patient, or someone who knows, has said. */
export const MedicationStatementSchema = fields({
  ...taken,
  statusReason: list(Concept),
  effectiveDateTime: text,
  effectivePeriod: Period,
  dateAsserted: text,
  dosage: list(Dosage),
});
/** MedicationAdministration: what was given at the hospital. */
export const MedicationAdministrationSchema = fields({
  ...taken,
  statusReason: list(Concept),
  effectiveDateTime: text,
  effectivePeriod: Period,
  dosage: fields({ text, _text: Extended, route: Concept, dose: Quantity }),
});
const MedicationSchema = fields({
  ...resource,
  code: Concept,
  ingredient: list(fields({ itemCodeableConcept: Concept, itemReference: Reference })),
});

type MedicationRequestResource = Static<typeof MedicationRequestSchema>;
type MedicationStatementResource = Static<typeof MedicationStatementSchema>;
type MedicationAdministrationResource = Static<typeof MedicationAdministrationSchema>;
/** What the three have in common. */
type Taken = Pick<
  MedicationRequestResource,
  | 'medicationCodeableConcept'
  | 'medicationReference'
  | 'reasonCode'
  | 'reasonReference'
  | 'note'
  | 'status'
  | 'language'
  | 'id'
>;

/** What is read of a condition that is the reason. */
const Coded = fields({ code: Concept });

const STATES: Readonly<Record<string, MedicationState>> = {
  active: 'current',
  'on-hold': 'paused',
  completed: 'past',
  stopped: 'past',
  cancelled: 'past',
  'not-taken': 'past',
  intended: 'planned',
};

/** Codes such as "Given as Ordered", which stand among the reasons. */
const WAY_OF_GIVING = 'http://terminology.hl7.org/CodeSystem/reason-medication-given';

const NOT_ORDERED: ReadonlySet<string> = new Set(['proposal', 'plan', 'option']);

/** Returns the name, if any: as coded, of the Medication, as the reference shows it, or of its ingredients. */
function nameOf(of: Resource & Taken, context: MapContext): Text | undefined {
  const found = context.find(of, of.medicationReference);
  const medication = found?.resourceType === 'Medication' ? shaped(MedicationSchema, found) : undefined;
  const ingredients = present(
    (medication?.ingredient ?? []).map((item) => conceptText(item.itemCodeableConcept, context.nameOf)),
  );
  const mixture = joined(distinct(ingredients), ' + ');
  const shown = of.medicationReference?.display?.trim();
  return (
    conceptText(of.medicationCodeableConcept, context.nameOf) ??
    conceptText(medication?.code, context.nameOf) ??
    (shown ? sameInEach(shown) : mixture.en === '' ? undefined : mixture)
  );
}

/** Returns what it is for; the condition that a reference names only if it is this person's. */
function reasonsOf(of: Resource & Taken, context: MapContext): Text[] {
  const referred = (of.reasonReference ?? []).map((reference) => {
    const found = context.find(of, reference);
    return found?.resourceType === 'Condition' ? conceptText(shaped(Coded, found)?.code, context.nameOf) : undefined;
  });
  const coded = (of.reasonCode ?? []).filter(
    ({ coding = [] }) => !coding.some(({ system }) => system === WAY_OF_GIVING),
  );
  return [...conceptTexts(coded, context.nameOf), ...present(referred)];
}

function rowOf(
  of: Resource & Taken,
  context: MapContext,
  at: string | null,
  until: string | null,
  own: Pick<MedicationBody, 'state' | 'how' | 'times' | 'why' | 'basis'>,
): ItemRow {
  const [name, reasons, notes] = [nameOf(of, context), reasonsOf(of, context), noteTexts(of.note)];
  if (!name && [own.how, own.why, reasons, notes].every((texts) => texts.length === 0)) return kept('empty');
  const body: MedicationBody = {
    name: name ?? PHRASES.medication,
    ...own,
    for: reasons,
    notes,
    lang: of.language ?? null,
  };
  return { table: 'record_items', kind: 'medication', code: null, at, until, body };
}

/** An active one with a reason against it, such as "Liver enzymes abnormal", contradicts itself. */
function stateOf(status: string | undefined, hasReason: boolean): MedicationState {
  const state = STATES[status ?? ''] ?? 'unclear';
  return state === 'current' && hasReason ? 'unclear' : state;
}

/** Returns an order; drafts, proposals and plans are kept. */
export function mapMedicationRequest(of: Resource & MedicationRequestResource, context: MapContext): ItemRow {
  if (NOT_ORDERED.has(of.intent ?? '') || of.status === 'draft') return kept('state');
  const dosages = of.dosageInstruction ?? [];
  const state = of.doNotPerform ? 'do-not-take' : stateOf(of.status, of.statusReason !== undefined);
  const at = firstTime(of.authoredOn);
  const until = firstTime(of.dispenseRequest?.validityPeriod?.end);
  return rowOf(of, context, at, until, {
    state,
    how: howText(dosages, context.nameOf),
    times: state === 'current' ? timesOf(dosages, at) : [],
    why: present([conceptText(of.statusReason, context.nameOf)]),
    basis: 'prescribed',
  });
}

export function mapMedicationStatement(of: Resource & MedicationStatementResource, context: MapContext): ItemRow {
  const dosages = of.dosage ?? [];
  const state = stateOf(of.status, (of.statusReason ?? []).length > 0);
  const at = firstTime(of.effectiveDateTime, of.effectivePeriod?.start, of.dateAsserted);
  return rowOf(of, context, at, firstTime(of.effectivePeriod?.end), {
    state,
    how: howText(dosages, context.nameOf),
    times: state === 'current' ? timesOf(dosages, at) : [],
    why: conceptTexts(of.statusReason, context.nameOf),
    basis: 'reported',
  });
}

const GIVEN: Readonly<Record<string, MedicationState>> = {
  completed: 'given',
  'in-progress': 'given',
  'on-hold': 'paused',
  'not-done': 'not-given',
};

/** Returns what was given at the hospital, or not. */
export function mapMedicationAdministration(
  of: Resource & MedicationAdministrationResource,
  context: MapContext,
): ItemRow {
  const { text, _text, dose, route } = of.dosage ?? {};
  const structured = listed([dose && amountText(dose), conceptText(route, context.nameOf)], 'comma');
  const how = saidText(text, _text) ?? structured;
  const at = firstTime(of.effectiveDateTime, of.effectivePeriod?.start);
  return rowOf(of, context, at, firstTime(of.effectivePeriod?.end), {
    state: GIVEN[of.status ?? ''] ?? 'unclear',
    how: how.en === '' ? [] : [how],
    times: [],
    why: conceptTexts(of.statusReason, context.nameOf),
    basis: 'given',
  });
}
