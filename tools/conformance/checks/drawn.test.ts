import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SurveyKind } from 'shared-ui/contract';
import { Findings } from '../findings.ts';
import type { Product } from '../visit/product.ts';
import { checkDrawings } from './drawn.ts';

test('a survey that draws nothing fails one clause, and the others are checked on the next survey', async () => {
  const opened: SurveyKind[] = [];
  const visit = {
    open: async (survey: SurveyKind) => opened.push(survey) > 0 && survey !== 'ecg',
    ask: async (what: string) => ({ count: 1, lowerThan: ['a box is 40 px high'], direction: 'ltr' })[what] ?? '',
    leave: async () => undefined,
    end: async () => undefined,
  };
  const findings = new Findings(['draws', 'headings', 'touch', 'languages']);
  const product = { visit: async () => visit } as unknown as Product;
  await checkDrawings(product, ['ecg', 'blood'], findings);
  assert.deepEqual(opened, ['ecg', 'blood', 'ecg', 'blood']);
  const found = new Map(findings.all().map(({ clause, holds, seen }) => [clause, [holds, seen[0]]]));
  assert.deepEqual(found.get('draws'), ['no', 'ecg: no field and no button is drawn']);
  assert.deepEqual(found.get('touch'), ['no', 'blood: a box is 40 px high']);
});
