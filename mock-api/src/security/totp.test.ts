import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newTotpSecret, stepOfCode, toBase32, totpCode, totpStep, totpUri } from './totp.ts';

// The values of RFC 6238, appendix B (SHA-1), with six digits instead of eight.
const SECRET = toBase32(Buffer.from('12345678901234567890'));
const SECONDS: readonly [number, string][] = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
];

test('totpCode returns the codes of RFC 6238', () => {
  for (const [seconds, code] of SECONDS) assert.equal(totpCode(SECRET, totpStep(seconds * 1_000)), code);
});

test('stepOfCode accepts a code for one step before and after, and each once', () => {
  const time = 1_111_111_111_000;
  const code = totpCode(SECRET, totpStep(time));
  const at = (steps: number, last: number | null = null) => stepOfCode(SECRET, code, time + steps * 30_000, last);
  assert.deepEqual([at(-2), at(2)], [undefined, undefined]);
  const step = totpStep(time);
  assert.deepEqual([at(-1), at(0), at(1), at(0, step - 1)], [step, step, step, step]);
  assert.equal(at(0, step), undefined);
});

test('newTotpSecret has 160 bits, and totpUri names product and account', () => {
  assert.match(newTotpSecret(), /^[A-Z2-7]{32}$/);
  assert.equal(
    totpUri('ABC', { issuer: 'Care & more', account: 'a@b.ca' }),
    'otpauth://totp/Care%20%26%20more:a%40b.ca?secret=ABC&issuer=Care+%26+more&algorithm=SHA1&digits=6&period=30',
  );
});
