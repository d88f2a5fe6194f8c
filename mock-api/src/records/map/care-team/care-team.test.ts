import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inEnglish, mapOne, SUBJECT } from '../../testing/map-one.ts';

const doctor = { resourceType: 'Practitioner', id: 'd', name: [{ prefix: ['Dr'], given: ['Ada'], family: 'Careful' }] };
const role = { resourceType: 'PractitionerRole', id: 'r', practitioner: { reference: 'Practitioner/d' } };
const member = (reference: string) => ({ member: { reference }, role: [{ text: 'surgeon' }] });

const namesOf = (resource: object) =>
  mapOne(resource, [doctor, role]).flatMap(({ row }) => {
    if (row.table !== 'record_items' || row.kind !== 'care-team') return [];
    const { name, role: as, isYou, isAttending } = inEnglish(row.body) as Record<string, unknown>;
    return [[name, as, isYou, isAttending]];
  });

describe('a care team', () => {
  it('names people by themselves and by their role, and the patient as you', () => {
    const participant = [member('Practitioner/d'), member('PractitionerRole/r'), { member: SUBJECT }];
    assert.deepEqual(namesOf({ resourceType: 'CareTeam', id: 't', status: 'active', subject: SUBJECT, participant }), [
      ['Dr Ada Careful', 'surgeon', false, false],
      ['Dr Ada Careful', 'surgeon', false, false],
      [null, null, true, false],
    ]);
  });

  it('says who attends the stay that is running, and no one of a stay that is over', () => {
    const participant = [{ type: [{ coding: [{ code: 'ATND' }] }], individual: { reference: 'Practitioner/d' } }];
    const encounter = { resourceType: 'Encounter', id: 'e', subject: SUBJECT, period: { start: '2026-01-01' } };
    const [attending, ...others] = namesOf({ ...encounter, status: 'in-progress', participant });
    assert.deepEqual([attending?.[0], attending?.[3], others], ['Dr Ada Careful', true, []]);
    assert.deepEqual(namesOf({ ...encounter, status: 'finished', participant }), []);
  });
});
