import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byRisk } from './allergies.ts';

type Severity = 'mild' | 'moderate' | 'severe';
const allergy = (
  name: string,
  risk: 'high' | 'low' | null,
  severities: Severity[] = [],
  state: 'current' | 'past' = 'current',
) => ({ name, risk, state, reactions: severities.map((severity) => ({ name: 'Rash', severity, at: null })) });

test('allergies of high risk come first, then those with severe reactions, and past ones last', () => {
  const items = [
    allergy('low', 'low', ['mild']),
    allergy('past', 'high', ['severe'], 'past'),
    allergy('unknown', null),
    allergy('low, moderate', 'low', ['moderate']),
    allergy('unknown, severe', null, ['mild', 'severe']),
    allergy('high', 'high'),
    allergy('high, severe', 'high', ['severe']),
  ];
  assert.deepEqual(
    byRisk(items).map(({ name }) => name),
    ['high, severe', 'high', 'unknown, severe', 'low, moderate', 'unknown', 'low', 'past'],
  );
});
