import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { canBeTexted, maskPhone, phoneDigits } from './phone.ts';

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

  it('can be texted in the countries that are served, and in the form that numbers have there', () => {
    const countries = ['1', '33'];
    const right = ['+1 416 555 0101', '4165550101', '1231231234', '+33 6 12 34 56 78'];
    const wrong = [
      '+44 20 7946 0123',
      '+000',
      '+001 416 555 0101',
      '+1 016 555 0101',

      '+1 416 555 01012',
    ];
    for (const number of right) assert.ok(canBeTexted(phoneDigits(number), countries), number);
    for (const number of wrong) assert.ok(!canBeTexted(phoneDigits(number), countries), number);
  });
});
