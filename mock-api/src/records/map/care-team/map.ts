/** Members of care teams, and who takes part in a stay. */
import type { Static } from 'typebox';
import type { Text } from '../../../common/documents.ts';
import type { CareTeamBody } from '../../../common/record-documents.ts';
import { Concept, fields, list, Period, Reference, type Resource, resource, text } from '../../fhir/datatypes.ts';
import { keyOf } from '../../fhir/references.ts';
import { firstTime } from '../../fhir/time.ts';
import { codesOf, conceptTexts } from '../../words/concept.ts';
import { listed, PHRASES } from '../../words/phrases.ts';
import { type ItemRow, kept, type MapContext, personName } from '../context.ts';
import type { EncounterResource } from '../visit/map.ts';

export const CareTeamSchema = fields({
  ...resource,
  status: text,
  name: text,
  subject: Reference,
  period: Period,
  participant: list(fields({ role: list(Concept), member: Reference, onBehalfOf: Reference, period: Period })),
});
type CareTeamResource = Static<typeof CareTeamSchema>;

const PAST_TEAMS: readonly string[] = ['inactive', 'proposed'];
const RUNNING: readonly string[] = ['arrived', 'triaged', 'in-progress'];
/** HL7's code of the person who attends a patient. */
const ATTENDER = 'ATND';

interface Member {
  role: Text | undefined;
  reference: Reference | undefined;
  start: string | undefined;
  end: string | undefined;
  isAttending: boolean;
}

function rowOf(
  from: Resource,
  { role, reference, start, end, isAttending }: Member,
  part: string,
  context: MapContext,
): ItemRow[] {
  const isYou = keyOf(reference?.reference) === context.patient;
  const name = personName(from, reference, context) ?? null;
  if (name === null && !role && !isYou) return [];
  const lang = typeof from.language === 'string' ? from.language : null;
  const body: CareTeamBody = { name: isYou ? null : name, role: role ?? null, isYou, isAttending, lang };
  const [at, until] = [firstTime(start), firstTime(end)];
  return [{ table: 'record_items', kind: 'care-team', part, code: null, at, until, body }];
}

/** Returns the members of a team; a team that is only proposed, or over, is kept. */
export function mapCareTeam(from: Resource & CareTeamResource, context: MapContext): ItemRow[] {
  if (PAST_TEAMS.includes(from.status ?? '')) return [kept('state')];
  const members = (from.participant ?? []).flatMap(({ role, member, period }, index) => {
    const roles = conceptTexts(role, context.nameOf);
    const words = roles.length > 0 ? listed(roles, 'comma') : undefined;
    const [start, end] = [period?.start ?? from.period?.start, period?.end ?? from.period?.end];
    return rowOf(from, { role: words, reference: member, start, end, isAttending: false }, String(index), context);
  });
  return members.length > 0 ? members : [kept('empty')];
}

/** Returns the people who take part in a stay that is running. */
export function mapParticipants(from: Resource & EncounterResource, context: MapContext): ItemRow[] {
  if (!RUNNING.includes(from.status ?? '')) return [];
  return (from.participant ?? []).flatMap(({ type = [], individual, period }, index) => {
    const roles = conceptTexts(type, context.nameOf);
    const isAttending = type.flatMap(codesOf).includes(ATTENDER);
    const role = roles.length > 0 ? listed(roles, 'comma') : PHRASES.person;
    const member = { role, reference: individual, start: period?.start, end: period?.end, isAttending };
    return rowOf(from, member, `participant-${index}`, context);
  });
}
