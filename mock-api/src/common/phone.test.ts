import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { impossibleNumbers } from 'shared-ui/testing/impossible-numbers';
import { canBeTexted, canExist, maskPhone, phoneDigits } from './phone.ts';

describe('phone numbers', () => {
  it('are masked except for the last four characters', () => {
    assert.equal(maskPhone('+1 416 555 0101'), '•• ••• ••• 0101');
    assert.equal(maskPhone('+14165550101'), '••••••••0101');
    assert.equal(maskPhone('0101'), '0101');
    assert.equal(maskPhone(''), '');
  });

  it('are compared by their digits, with country code', () => {
    assert.equal(phoneDigits('+1 416-555.0101'), '14165550101');
    assert.equal(phoneDigits('4165550101'), '14165550101');
    assert.equal(phoneDigits('+33 1 23 45 67 89'), '33123456789');
    assert.equal(phoneDigits('+65 9123 4567'), '6591234567', 'ten digits with a country code');
    assert.equal(phoneDigits('+33 06 12 34 56 78'), '33612345678', 'without the trunk prefix');
    assert.equal(phoneDigits('+39 06 1234 5678'), '390612345678', 'a zero that belongs to the number');
  });

  it('can be texted in the countries that are served, if the numbering plan includes them', () => {
    const countries = ['1', '33'];
    const right = ['+1 416 555 0101', '4165550101', '1231231234', '+33 6 12 34 56 78'];
    for (const number of right) assert.ok(canBeTexted(phoneDigits(number), countries), number);
    const elsewhere = ['+44 20 7946 0123', '+000', '+001 416 555 0101'];
    const wrong = ['+1 016 555 0101', '+1 416 055 0101', '+1 001 555 0101', '+1 416 555 01012'];
    for (const number of [...elsewhere, ...wrong]) assert.ok(!canBeTexted(phoneDigits(number), countries), number);
  });

  it('can be texted only in the countries within +1 that are served', () => {
    for (const number of ['+1 416 555 0101', '+1 212 555 0199', '4165551234', '1231231234'])
      assert.ok(canBeTexted(phoneDigits(number), ['CA', 'US']), number);
    for (const number of ['+1 876 234 5678', '+1 242 555 0101', '+1 787 555 1234', '+33 6 12 34 56 78'])
      assert.ok(!canBeTexted(phoneDigits(number), ['CA', 'US']), number);
    assert.ok(canBeTexted('18762345678', ['CA', 'JM']));
    assert.ok(!canBeTexted('12125551234', ['CA', 'JM']));
  });

  it('never exist if they cost extra', () => {
    for (const number of ['+1 900 234 5678', '+1 416 976 2345', '2129762345', '+33 899 12 34 56'])
      assert.ok(!canExist(number), number);
  });

  it('can exist if a numbering plan includes them, but not if a field truncated them to ten digits', () => {
    for (const { dial, national } of impossibleNumbers()) assert.ok(!canExist(`+${dial}${national}`), national);
    assert.equal(impossibleNumbers().length, 20);
    const real = ['+49 170 1234567', '+49 30 12345678', '+81 90 1234 5678', '+55 11 3123 4567', '+61 0412 345 678'];
    for (const number of real) assert.ok(canExist(number), number);
    const cut = ['+49 151 2345678', '+55 11 9123 4567'];
    for (const number of cut) assert.ok(!canExist(number), number);
    assert.ok(!canExist('+800 1234 5678'), 'of no country');
  });

  it('can exist in the block reserved for fiction, in every area of North America and nowhere else', () => {
    for (const area of ['416', '212', '242', '246', '876'])
      for (const line of ['00', '01', '99']) assert.ok(canExist(`+1 ${area} 555 01${line}`), area);
    for (const number of ['+1 999 555 0101', '+1 055 555 0101', '+1 242 555 0201', '+1 416 055 0101'])
      assert.ok(!canExist(number), number);
  });
});
