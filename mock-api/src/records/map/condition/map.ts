/** Conditions that a patient has or had, as far as the hospital is sure. */
import type { Static } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import type { ConditionBody } from '../../../common/record-documents.ts';
import {
  Concept,
  Extended,
  fields,
  list,
  Note,
  Period,
  Quantity,
  Range,
  Reference,
  resource,
  text,
} from '../../fhir/datatypes.ts';
import { firstTime } from '../../fhir/time.ts';
import { ageSpanText, ageText } from '../../words/amount.ts';
import { codesOf, conceptText, conceptTexts, joined, noteTexts, saidText } from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import { PHRASES } from '../../words/phrases.ts';
import { type ItemRow, kept, type MapContext } from '../context.ts';

export const ConditionSchema = fields({
  ...resource,
  clinicalStatus: Concept,
  verificationStatus: Concept,
  severity: Concept,
  code: Concept,
  bodySite: list(Concept),
  subject: Reference,
  onsetDateTime: text,
  onsetPeriod: Period,
  onsetString: text,
  _onsetString: Extended,
  onsetAge: Quantity,
  onsetRange: Range,
  abatementDateTime: text,
  abatementPeriod: Period,
  abatementString: text,
  _abatementString: Extended,
  abatementAge: Quantity,
  abatementRange: Range,
  recordedDate: text,
  note: list(Note),
});
type ConditionResource = Static<typeof ConditionSchema>;

const UNCERTAIN: readonly string[] = ['provisional', 'differential'];
/** Not facts: never shown as something that the person has. */
const NOT_SHOWN: readonly string[] = ['refuted', 'unconfirmed'];
const CURRENT: readonly string[] = ['active', 'recurrence', 'relapse'];
const PAST: readonly string[] = ['inactive', 'remission', 'resolved'];

const spanOfAge = (age: Quantity | undefined, range: Range | undefined): Text | undefined =>
  (age && ageText(age)) ?? (range && ageSpanText(range));

function sinceOf(of: ConditionResource): Text | undefined {
  const start = of.onsetDateTime ?? of.onsetPeriod?.start;
  if (start !== undefined) return dayText(start);
  return spanOfAge(of.onsetAge, of.onsetRange) ?? saidText(of.onsetString, of._onsetString);
}

function untilOf(of: ConditionResource): Text | undefined {
  const end = of.abatementDateTime ?? of.abatementPeriod?.end;
  if (end !== undefined) return dayText(end);
  return spanOfAge(of.abatementAge, of.abatementRange) ?? saidText(of.abatementString, of._abatementString);
}

const isOver = (of: ConditionResource) => codesOf(of.clinicalStatus).some((code) => PAST.includes(code));

function stateOf(of: ConditionResource, isUncertain: boolean): ConditionBody['state'] {
  if (isUncertain) return 'looked-into';
  const codes = codesOf(of.clinicalStatus);
  if (codes.some((code) => CURRENT.includes(code))) return 'current';
  return isOver(of) ? 'past' : 'unclear';
}

/** Returns a condition; what was ruled out, is not confirmed, or is over without ever being sure, is kept. */
export function mapCondition(of: ConditionResource, { nameOf }: MapContext): ItemRow {
  const verification = codesOf(of.verificationStatus);
  if (verification.some((code) => NOT_SHOWN.includes(code))) return kept('state');
  const isUncertain = verification.some((code) => UNCERTAIN.includes(code));
  if (isUncertain && isOver(of)) return kept('state');
  const name = conceptText(of.code, nameOf);
  if (!name) return kept('empty');
  const body: ConditionBody = {
    name: joined([name, ...conceptTexts(of.bodySite, nameOf)], ' – '),
    state: stateOf(of, isUncertain),
    remark: isUncertain ? PHRASES.lookedInto : null,
    severity: conceptText(of.severity, nameOf) ?? null,
    since: sinceOf(of) ?? null,
    until: untilOf(of) ?? null,
    notes: noteTexts(of.note),
    lang: of.language ?? null,
  };
  const at = firstTime(of.onsetDateTime, of.onsetPeriod?.start, of.recordedDate);
  const until = firstTime(of.abatementDateTime, of.abatementPeriod?.end);
  return { table: 'record_items', kind: 'condition', code: null, at, until, body };
}
