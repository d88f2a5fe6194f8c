/** Vaccinations, given or not. */

import { type Static, Type } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import type { ImmunizationBody } from '../../../common/record-documents.ts';
import { Concept, Extended, fields, list, Note, Reference, resource, text } from '../../fhir/datatypes.ts';
import { firstTime } from '../../fhir/time.ts';
import { conceptText, noteTexts, saidText } from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import type { ItemRow, MapContext } from '../context.ts';

export const ImmunizationSchema = fields({
  ...resource,
  status: text,
  statusReason: Concept,
  vaccineCode: Concept,
  patient: Reference,
  occurrenceDateTime: text,
  occurrenceString: text,
  _occurrenceString: Extended,
  recorded: text,
  isSubpotent: Type.Boolean(),
  note: list(Note),
});
type ImmunizationResource = Static<typeof ImmunizationSchema>;

function remarkOf({ status, statusReason, isSubpotent }: ImmunizationResource, { nameOf }: MapContext): Text | null {
  if (status === 'completed') return isSubpotent ? PHRASES.mayNotCount : null;
  const reason = conceptText(statusReason, nameOf);
  return reason ? filled('notGivenWhy', { reason }) : PHRASES.notGiven;
}

export function mapImmunization(of: ImmunizationResource, context: MapContext): ItemRow {
  const { occurrenceDateTime, occurrenceString, _occurrenceString } = of;
  const said = saidText(occurrenceString, _occurrenceString) ?? null;
  const body: ImmunizationBody = {
    name: conceptText(of.vaccineCode, context.nameOf) ?? PHRASES.vaccine,
    given: of.status === 'completed',
    when: occurrenceDateTime === undefined ? said : dayText(occurrenceDateTime),
    remark: remarkOf(of, context),
    notes: noteTexts(of.note),
    lang: of.language ?? null,
  };
  const at = firstTime(occurrenceDateTime, of.recorded);
  return { table: 'record_items', kind: 'immunization', code: null, at, until: null, body };
}
