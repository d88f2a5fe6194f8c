import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CharacterSetError, decodeMessage } from './hl7-text.ts';

const header = (set: string) => `MSH|^~\\&|A|F|||20260101||ADT^A01|1|P|2.5.1||||||${set}`;
const utf8 = (text: string) => Buffer.from(text, 'utf8');
const latin1 = (text: string) => Buffer.from(text, 'latin1');

/** Bytes -> name that is read, and whether it was read as Latin-1 against the rule. */
const CASES: Record<string, [set: string, name: Buffer, read: string, isFallback?: true]> = {
  'ASCII that is ASCII': ['ASCII', utf8('Zoe'), 'Zoe'],
  'UTF-8 as declared': ['UNICODE UTF-8', utf8('Zoë Łukasz'), 'Zoë Łukasz'],
  'UTF-8 that was declared as ASCII': ['ASCII', utf8('Zoë'), 'Zoë'],
  'UTF-8 that nobody declared': ['', utf8('Zoë'), 'Zoë'],
  'Latin-1 as declared': ['8859/1', latin1('Zoë'), 'Zoë'],
  'Latin-1 that nobody declared': ['', latin1('Zoë'), 'Zoë', true],
  'Latin-1 that was declared as UTF-8': ['UNICODE UTF-8', latin1('Zoë'), 'Zoë', true],
  'Latin-1 that was declared as ASCII': ['ASCII', latin1('Zoë'), 'Zoë', true],
  'the quotes of Windows in Latin-1': ['8859/1', Buffer.from([0x44, 0x92, 0x41]), 'D’A'],
  'another part of the standard': ['8859/2', Buffer.from([0xa3]), 'Ł'],
  'the first of several sets': ['8859/1~UNICODE UTF-8', latin1('Zoë'), 'Zoë'],
  'ASCII in a set that nobody knows': ['ISO IR87', utf8('Zoe'), 'Zoe'],
};

describe('decodeMessage', () => {
  for (const [what, [set, name, read, isFallback = false]] of Object.entries(CASES)) {
    it(`reads ${what}`, () => {
      const bytes = Buffer.concat([utf8(`${header(set)}\rPID|||1||`), name, utf8('\r')]);
      assert.deepEqual(decodeMessage(bytes), { text: `${header(set)}\rPID|||1||${read}\r`, isFallback });
    });
  }

  it('drops a byte order mark and empty lines before the header, and NUL anywhere', () => {
    const bytes = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      utf8(`\r\n${header('8859/1')}\rPID|\0|Zo`),
      latin1('ë'),
    ]);
    assert.equal(decodeMessage(bytes).text, `${header('8859/1')}\rPID||Zoë`);
  });

  it('refuses text in a set that it can’t read', () => {
    for (const set of ['ISO IR87', '8859/99', 'GB 18030-2000'])
      assert.throws(() => decodeMessage(latin1(`${header(set)}\rPID|||1||Zoë`)), CharacterSetError, set);
  });
});
