import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import type { EventDocument } from '../common/documents.ts';
import { EVENT_TYPE } from '../contract.ts';
import { STARTER } from './start.ts';
import { PATIENT_STORY } from './story-patient.ts';
import { SUPPORTER_STORY } from './story-supporter.ts';

const EVENTS: EventDocument[] = [
  ...STARTER.event,
  ...[...PATIENT_STORY, ...SUPPORTER_STORY].flatMap(({ events }) => events),
];

/** Words of both kinds; the three earlier results are named after the test alone. */
const WORDS = {
  en: { RESULT: /\bresults?$/i, RESULT_COMPLETE: /\b(done|completed)$/i },
  fr: { RESULT: /^résultats?\b/i, RESULT_COMPLETE: /\beffectuée?$/i },
} as const;

it('event kinds mean the same at the desk and in the story', () => {
  for (const [language, words] of Object.entries(WORDS)) {
    const file = new URL(`../../../desk-mfe/src/locales/${language}.json`, import.meta.url);
    const { types } = JSON.parse(readFileSync(file, 'utf8')).event;
    for (const kind of ['RESULT', 'RESULT_COMPLETE'] as const) {
      assert.match(types[kind], words[kind], `${kind} at the desk`);
      const named = EVENTS.filter(({ type, previousStay }) => type === EVENT_TYPE[kind] && !previousStay);
      assert.ok(named.length > 0);
      for (const { key, name } of named) assert.match(name[language as 'en' | 'fr'], words[kind], key);
    }
  }
  const opens = (wanted: number) => EVENTS.filter(({ type }) => type === wanted).map(({ link }) => link !== undefined);
  assert.ok(opens(EVENT_TYPE.RESULT).every(Boolean), 'a result is there to open');
  assert.ok(!opens(EVENT_TYPE.RESULT_COMPLETE).some(Boolean), 'a test that is done has none yet');
});
