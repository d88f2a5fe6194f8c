import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Admission, senderOf } from './admission.ts';

const VERSION = 'surveys@1.1.0';
const NOON = Date.UTC(2026, 10, 22, 12);

/** Sends page loads of a version one after the other, `every` milliseconds apart. Returns how many count. */
function send(admission: Admission, pages: number, from: (page: number) => [string, number?], every = 0, start = NOON) {
  let counted = 0;
  for (let page = 0; page < pages; page += 1) {
    const [address, cohort] = from(page);
    if (admission.page(VERSION, senderOf(address, cohort), start + page * every)) counted += 1;
  }
  return counted;
}

const everywhere = (page: number): [string, number] => [`10.0.${page >> 8}.${page & 255}`, page % 10_000];
const oneAddress = (page: number): [string, number] => ['192.0.2.1', page];

describe('counted page loads', () => {
  it('include all from many addresses, and of a single browser at a human rate', () => {
    assert.equal(send(new Admission(), 1_000, everywhere), 1_000);
    assert.equal(
      send(new Admission(), 40, () => ['127.0.0.1', 5], 1_000),
      40,
    );
  });

  it('are too few for a verdict when 1,000 arrive at once from one address, whatever cohorts they claim', () => {
    assert.ok(send(new Admission(), 1_000, oneAddress, 2) < 20);
  });

  for (const [others, most] of Object.entries({ 20: 2, 100: 2, 1000: 20 }))
    it(`of one sender beside ${others} others are at most ${most}, at any rate`, () => {
      const admission = new Admission();
      send(admission, Number(others), everywhere);
      assert.equal(send(admission, 1_000, oneAddress, 2_000), most);
    });

  it('of one browser are few when a whole hospital shares an address', () => {
    const admission = new Admission();
    assert.equal(send(admission, 100, oneAddress, 1_000), 100);
    assert.equal(
      send(admission, 100, () => ['192.0.2.1', 9_999], 1_000, NOON + 100_000),
      2,
    );
  });

  it('of one IPv6 network belong to one sender', () => {
    const admission = new Admission();
    send(admission, 30, everywhere);
    const addresses = ['2001:db8::1', '2001:db8:0:0:1::', '2001:db8:0:0:9:8:7:6', '2001:db8:0:0::2'];
    assert.equal(
      send(admission, 4, (page) => [addresses[page] ?? '', page]),
      2,
    );
    assert.equal(
      send(admission, 1, () => ['2001:db8:0:1::1', 1]),
      1,
    );
  });

  it('of a sender are accepted again after some time', () => {
    const admission = new Admission();
    send(admission, 100, everywhere);
    const counted = [0, 60 * 60_000].map((later) => send(admission, 10, () => ['192.0.2.1', 1], 0, NOON + later));
    assert.deepEqual(counted, [2, 1]);
  });
});

it('a later report of a page counts at most as often as its browser had counted page loads', () => {
  const admission = new Admission();
  const sender = senderOf('192.0.2.1', 1);
  assert.equal(admission.extra('broke', VERSION, sender), false);
  admission.page(VERSION, sender, NOON);
  for (const expected of [true, false]) assert.equal(admission.extra('broke', VERSION, sender), expected);
  assert.equal([1, 2, 3, 4, 5, 6, 7].filter(() => admission.extra('error', VERSION, sender)).length, 5);
  assert.equal(admission.extra('broke', VERSION, senderOf('192.0.2.1', 2)), false);
});
