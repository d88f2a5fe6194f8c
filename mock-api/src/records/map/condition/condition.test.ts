import { describe } from 'node:test';
import { coded, SUBJECT, testCases } from '../../testing/map-one.ts';

const named = (system: string) => ({ code: { coding: [{ system, code: '1', display: 'Stroke (disorder)' }] } });

describe('a Condition', () => {
  testCases(
    [
      [
        'is current',
        { clinicalStatus: coded('active'), onsetDateTime: '2012-11' },
        { name: 'Asthma', state: 'current', since: 'November 2012', remark: null },
      ],
      ['is over', { clinicalStatus: coded('resolved'), abatementDateTime: '2013-04-01' }, { state: 'past' }],
      [
        'is kept when it was only possible and is over',
        { clinicalStatus: coded('inactive'), verificationStatus: coded('differential') },
        { why: 'state' },
      ],
      ['is kept when it was ruled out', { verificationStatus: coded('refuted') }, { why: 'state' }],
      ['is kept while it is not confirmed', { verificationStatus: coded('unconfirmed') }, { why: 'state' }],
      ['is kept without a name', { code: undefined }, { why: 'empty' }],
      [
        'keeps words for a date, and is unclear if its state is not known',
        { onsetString: 'approximately November 2012' },
        { since: 'approximately November 2012', state: 'unclear' },
      ],
      ['drops what SNOMED adds to a name', named('http://snomed.info/sct'), { name: 'Stroke' }],
      ['keeps brackets of other systems', named('http://loinc.org'), { name: 'Stroke (disorder)' }],
    ],
    (fields) => ({ resourceType: 'Condition', id: 'c', subject: SUBJECT, code: { text: 'Asthma' }, ...fields }),
  );
});
