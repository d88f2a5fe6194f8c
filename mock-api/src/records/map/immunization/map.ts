/** Vaccinations, given or not. */

import type { Text } from '../../../common/documents.ts';
import type { ImmunizationBody } from '../../../common/record-documents.ts';
import { firstTime } from '../../fhir/time.ts';
import { conceptText, noteTexts, saidText } from '../../words/concept.ts';
import { dayText } from '../../words/day.ts';
import { filled, PHRASES } from '../../words/phrases.ts';
import type { ItemRow, MapContext } from '../context.ts';
import type { ImmunizationResource } from './schema.ts';

function remarkOf({ status, statusReason, isSubpotent }: ImmunizationResource, { nameOf }: MapContext): Text | null {
  if (status === 'completed') return isSubpotent ? PHRASES.mayNotCount : null;
  const reason = conceptText(statusReason, nameOf);
  return reason ? filled(PHRASES.notGivenWhy, { reason }) : PHRASES.notGiven;
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
