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

describe('counted page loads', () => {
  it('include all from many addresses', () => {
    assert.equal(send(new Admission(), 1_000, everywhere), 1_000);
  });

  it('include all of a single browser at a human rate when there are no others', () => {
    const counted = send(new Admission(), 40, () => ['127.0.0.1', 5], 1_000);
    assert.equal(counted, 40);
  });

  it('are too few for a verdict when 1,000 arrive at once from one address, whatever cohorts they claim', () => {
    const counted = send(new Admission(), 1_000, (page) => ['192.0.2.1', page], 2);
    assert.ok(counted < 20, `${counted}`);
  });

  it('of one sender are at most 2 with 100 others, and 20 with 1,000, at any rate', () => {
    for (const [others, most] of [
      [20, 2],
      [100, 2],
      [1_000, 20],
    ] as const) {
      const admission = new Admission();
      send(admission, others, everywhere);
      const counted = send(admission, 1_000, (page) => ['192.0.2.1', page], 2_000);
      assert.equal(counted, most, `${others} others`);
    }
  });

  it('of one browser are few when a whole hospital shares an address', () => {
    const admission = new Admission();
    const everyone = send(admission, 100, (page) => ['192.0.2.1', page], 1_000);
    const one = send(admission, 100, () => ['192.0.2.1', 9_999], 1_000, NOON + 100_000);
    assert.deepEqual([everyone, one], [100, 2]);
  });

  it('of one IPv6 network belong to one sender', () => {
    const admission = new Admission();
    send(admission, 30, everywhere);
    const addresses = ['2001:db8::1', '2001:db8:0:0:1::', '2001:db8:0:0:9:8:7:6', '2001:db8:0:0::2'];
    const same = send(admission, 4, (page) => [addresses[page] ?? '', page]);
    const other = send(admission, 1, () => ['2001:db8:0:1::1', 1]);
    assert.deepEqual([same, other], [2, 1]);
  });

  it('of a sender are accepted again after some time', () => {
    const admission = new Admission();
    send(admission, 100, everywhere);
    const patient = (start: number) => send(admission, 10, () => ['192.0.2.1', 1], 0, start);
    assert.deepEqual([patient(NOON), patient(NOON + 60 * 60_000)], [2, 1]);
  });
});

describe('a later report of a page', () => {
  it('counts at most as often as its browser had counted page loads', () => {
    const admission = new Admission();
    const sender = senderOf('192.0.2.1', 1);
    assert.equal(admission.extra('broke', VERSION, sender), false);
    admission.page(VERSION, sender, NOON);
    for (const expected of [true, false]) assert.equal(admission.extra('broke', VERSION, sender), expected);
    assert.equal([1, 2, 3, 4, 5, 6, 7].filter(() => admission.extra('error', VERSION, sender)).length, 5);
    assert.equal(admission.extra('broke', VERSION, senderOf('192.0.2.1', 2)), false);
  });
});
