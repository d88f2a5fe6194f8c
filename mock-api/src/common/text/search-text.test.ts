import assert from 'node:assert/strict';
import { it } from 'node:test';
import { plain, searchPatterns, searchText } from './search-text.ts';

it('name comparison ignores case, accents and kinds of apostrophe', () => {
  assert.equal(plain('  Élodie   O’Brien-Łuków '), "elodie o'brien-lukow");
  assert.equal(plain('Œuvrard Ærø'), 'oeuvrard aero');
  assert.equal(
    searchText({ first_name: 'Zoë', last_name: 'Côté', wristband_code: 'ER10000001' }),
    'cote zoe er10000001',
  );
});

it('each search word becomes a pattern with its wildcards escaped', () => {
  assert.deepEqual(searchPatterns(' Côt  zo '), ['%cot%', '%zo%']);
  assert.deepEqual(searchPatterns('100%_\\'), ['%100\\%\\_\\\\%']);
  assert.deepEqual(searchPatterns('   '), []);
});
