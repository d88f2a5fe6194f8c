import type { GoingHome } from 'mock-api/contract';
import { medication, source } from './hospital-record.ts';

const iron = {
  ...medication({ id: 'm', name: 'Iron', how: ['1 tablet'], times: ['08:00'], for: ['Anemia'] }),
  point: 'iron',
};

/** A checklist with a warning, advice, a medication to take and one not to take. */
export const goingHome: GoingHome = {
  source,
  plans: [
    {
      id: 'plan',
      title: 'Going home',
      doctor: '',
      points: [
        { point: 'walk', kind: 'advice', title: 'Walk', text: 'a little more each day', lang: null },
        { point: 'drive', kind: 'warning', title: 'Don’t drive', text: '', lang: null },
      ],
    },
  ],
  medications: [iron, { ...iron, id: 'i', point: 'ibu', name: 'Ibuprofen', state: 'do-not-take', times: [] }],
  appointments: [],
  allergies: { point: 'allergies', statement: null, conflict: null, items: [] },
  contacts: { point: 'contacts' },
  ticked: ['walk'],
};
