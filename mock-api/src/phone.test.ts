import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { maskPhone, phoneDigits } from './phone.ts';

describe('phone numbers', () => {
  it('hide all but the last four characters', () => {
    assert.equal(maskPhone('+1 416 555 0101'), '•• ••• ••• 0101');
    assert.equal(maskPhone('+14165550101'), '••••••••0101');
    assert.equal(maskPhone('0101'), '0101');
    assert.equal(maskPhone(''), '');
  });

  it('are compared by digits, with country code', () => {
    assert.equal(phoneDigits('+1 416-555.0101'), '14165550101');
    assert.equal(phoneDigits('4165550101'), '14165550101');
    assert.equal(phoneDigits('+33 1 23 45 67 89'), '33123456789');
  });
});
