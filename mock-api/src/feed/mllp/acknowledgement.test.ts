import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { acknowledge, type Refusal } from './acknowledgement.ts';

const USED: Refusal = { kind: 'error', condition: 205, field: 10, text: 'Used' };
const NONE: Refusal = { kind: 'reject', condition: 100, text: 'No HL7' };
const headerOf = (version: string, more = '') =>
  `MSH|^~\\&|ADT|NORTH|LODESTAR|HOME|20260101||ADT^A01|id-7|P|${version}${more}\rPID|1`;

/** Message -> its acknowledgement, without time and own control id. */
const CASES: Record<string, [text: string, refusal: Refusal | undefined, answer: string]> = {
  'accepts in the original mode': [headerOf('2.5.1'), undefined, 'ACK^A01^ACK 2.5.1\rMSA|AA|id-7'],
  'accepts in 2.3': [headerOf('2.3'), undefined, 'ACK^A01 2.3\rMSA|AA|id-7'],
  'accepts in the enhanced mode by MSH-15': [headerOf('2.5.1', '|||AL'), undefined, 'ACK^A01^ACK 2.5.1\rMSA|CA|id-7'],
  'accepts in the enhanced mode by MSH-16': [headerOf('2.8', '||||NE'), undefined, 'ACK^A01^ACK 2.8\rMSA|CA|id-7'],
  'refuses with ERR-2, 3, 4 and 8 from 2.5 on': [
    headerOf('2.8'),
    USED,
    'ACK^A01^ACK 2.8\rMSA|AE|id-7|Used\rERR||MSH^1^10|205^Duplicate key identifier^HL70357|E||||Used',
  ],
  'refuses with ERR-1 before': [headerOf('2.3'), USED, 'ACK^A01 2.3\rMSA|AE|id-7|Used\rERR|MSH^1^10^205&Used'],
  'refuses in the enhanced mode': [
    headerOf('2.3', '|||AL'),
    USED,
    'ACK^A01 2.3\rMSA|CE|id-7|Used\rERR|MSH^1^10^205&Used',
  ],
  'rejects what is no HL7': [
    'GET / HTTP/1.1',
    NONE,
    'ACK 2.5.1\rMSA|AR||No HL7\rERR||MSH^1|100^Segment sequence error^HL70357|E||||No HL7',
  ],
  'uses the separators of the message': [
    'MSH#*~\\&#ADT#NORTH#L#H#2026##ADT*A08#7#P#2.3\rPID#1',
    USED,
    'ACK*A08 2.3\rMSA#AE#7#Used\rERR#MSH*1*10*205&Used',
  ],
  'repeats no header that is none': [
    'MSH',
    NONE,
    'ACK 2.5.1\rMSA|AR||No HL7\rERR||MSH^1|100^Segment sequence error^HL70357|E||||No HL7',
  ],
};

describe('acknowledge', () => {
  for (const [what, [text, refusal, answer]] of Object.entries(CASES)) {
    it(what, () => {
      const [head = '', ...rest] = (acknowledge(text, refusal)?.toString('utf8') ?? '').trimEnd().split('\r');
      const fields = head.split(head[3] ?? '');
      assert.match(fields[6] ?? '', /^\d{14}\+0000$/);
      assert.match(fields[9] ?? '', /^[0-9a-f]{20}$/);
      assert.equal([`${fields[8]} ${fields[11]}`, ...rest].join('\r'), answer);
    });
  }

  /** MSH-15 and MSH-16 -> codes of the answers to a message that is stored, and to one that is refused. */
  const WANTED: Record<string, [stored: string, refused: string]> = {
    'NE|': ['', ''],
    'NE|NE': ['', ''],
    'NE|AL': ['AA', 'AE'],
    'NE|ER': ['', 'AE'],
    'NE|SU': ['AA', ''],
    'AL|NE': ['CA', 'CE'],
    'ER|NE': ['', 'CE'],
    'SU|NE': ['CA', ''],
    '|AL': ['CA', 'CE'],
  };
  for (const [conditions, codes] of Object.entries(WANTED)) {
    it(`answers only what MSH-15 and MSH-16 ask for: ${conditions}`, () => {
      const text = headerOf('2.5.1', `|||${conditions}`);
      const codeOf = (refusal?: Refusal) => /MSA\|(..)/.exec(String(acknowledge(text, refusal)))?.[1] ?? '';
      assert.deepEqual([codeOf(), codeOf(USED)], codes);
    });
  }

  it('goes back to whoever has sent the message, in its character set', () => {
    const text = `MSH|^~\\&|APPÉ^1|NORTH|LODESTAR|HOME|2026||ADT^A01|é7|T|2.5||||||8859/1\rPID|1`;
    const answer = acknowledge(text)?.toString('latin1') ?? '';
    assert.match(
      answer,
      /^MSH\|\^~\\&\|LODESTAR\|HOME\|APPÉ\^1\|NORTH\|.*\|T\|2\.5\|\|\|\|\|\|8859\/1\rMSA\|AA\|é7\r$/,
    );
  });
});
