import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inEnglish, mapOne, SUBJECT } from '../../testing/map-one.ts';

const encounter = (fields: object) => ({
  resourceType: 'Encounter',
  id: 'e',
  status: 'finished',
  class: { code: 'IMP' },
  subject: SUBJECT,
  period: { start: '2026-03-11', end: '2026-03-20' },
  ...fields,
});

const appointment = (fields: object) => ({
  resourceType: 'Appointment',
  id: 'a',
  status: 'booked',
  start: '2026-12-10T15:30:00-05:00',
  participant: [{ actor: SUBJECT }, { actor: { reference: 'Location/x', display: 'Level 4' } }],
  reasonCode: [{ text: 'Secret' }],
  description: 'Secret',
  ...fields,
});

/** Title, resource, and what its rows say. */
const CASES: [string, object, unknown[]][] = [
  [
    'shows a stay with its days and place, without its reason',
    encounter({ location: [{ location: { display: 'Ward 1' } }], reasonCode: [{ text: 'Secret' }] }),
    [['At the hospital', 'Finished · March 11, 2026 to March 20, 2026', 'Ward 1']],
  ],
  [
    'shows an emergency of one day',
    encounter({ class: { code: 'EMER' }, period: { start: '2026-03-11T08:00:00Z', end: '2026-03-11T20:00:00Z' } }),
    [['Emergency visit', 'Finished · March 11, 2026', '']],
  ],
  [
    'names only the place where the patient is now',
    encounter({
      status: 'in-progress',
      period: { start: '2026-03-11' },
      location: [
        { location: { display: 'Waiting room' }, period: { start: '2026-03-11', end: '2026-03-12' } },
        { location: { display: 'Ward 1' }, period: { start: '2026-03-12' } },
      ],
    }),
    [['At the hospital', 'Started · From March 11, 2026', 'Ward 1']],
  ],
  [
    'gives an appointment the name of the service, and the place',
    appointment({ serviceType: [{ text: 'Physiotherapy' }] }),
    [['Physiotherapy', 'Booked · December 10, 2026', 'Level 4'], 'appointment'],
  ],
  [
    'calls an appointment of an unnamed service an appointment',
    appointment({}),
    [['Appointment', 'Booked · December 10, 2026', 'Level 4'], 'appointment'],
  ],
  ['keeps a stay without a time', encounter({ period: undefined }), ['kept']],
  ['keeps a stay in an unknown state', encounter({ status: 'unknown' }), ['kept']],
];

describe('a visit', () => {
  for (const [title, resource, expected] of CASES)
    it(title, () => {
      const mapped = mapOne(resource);
      const rows = mapped.map(({ row }) =>
        row.table === 'events' ? [row.name, row.content, row.content2].map(inEnglish) : 'kind' in row && row.kind,
      );
      assert.deepEqual(rows, expected);
      assert.doesNotMatch(JSON.stringify(mapped), /Secret/);
    });
});
