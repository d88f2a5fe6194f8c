import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Admission } from './admission.ts';
import { senderOf } from './senders.ts';

const VERSION = 'surveys@1.1.0';
const NOON = Date.UTC(2026, 10, 22, 12);

/** Sends so many page loads of a version, one after the other; `every` milliseconds apart. Returns how many count. */
function send(admission: Admission, pages: number, from: (page: number) => [string, number?], every = 0, start = NOON) {
  let counted = 0;
  for (let page = 0; page < pages; page += 1) {
    const [address, cohort] = from(page);
    if (admission.page(VERSION, senderOf(address, cohort), start + page * every)) counted += 1;
  }
  return counted;
}

const everywhere = (page: number): [string, number] => [`10.0.${page >> 8}.${page & 255}`, page % 10_000];

describe('the page loads that count', () => {
  it('are all, from many addresses', () => {
    assert.equal(send(new Admission(), 1_000, everywhere), 1_000);
  });

  it('are all of one browser without others beside it, at the rate of a hand', () => {
    assert.equal(
      send(new Admission(), 40, () => ['127.0.0.1', 5], 1_000),
      40,
    );
  });

  it('are fewer than make a verdict, of 1,000 at once from one address, whatever cohorts they claim', () => {
    const counted = send(new Admission(), 1_000, (page) => ['192.0.2.1', page], 2);
    assert.ok(counted < 20, `${counted}`);
  });

  it('of one sender beside 100 others are 2, beside 1,000 are 20, however patient', () => {
    for (const [others, most] of [
      [20, 2],
      [100, 2],
      [1_000, 20],
    ] as const) {
      const admission = new Admission();
      send(admission, others, everywhere);
      assert.equal(
        send(admission, 1_000, (page) => ['192.0.2.1', page], 2_000),
        most,
        `${others} others`,
      );
    }
  });

  it('of one browser are few, where a whole hospital has one address', () => {
    const admission = new Admission();
    assert.equal(
      send(admission, 100, (page) => ['192.0.2.1', page], 1_000),
      100,
    );
    assert.equal(
      send(admission, 100, () => ['192.0.2.1', 9_999], 1_000, NOON + 100_000),
      2,
    );
  });

  it('of one IPv6 network are those of one sender', () => {
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

  it('count anew as time goes by', () => {
    const admission = new Admission();
    send(admission, 100, everywhere);
    const patient = (start: number) => send(admission, 10, () => ['192.0.2.1', 1], 0, start);
    assert.deepEqual([patient(NOON), patient(NOON + 60 * 60_000)], [2, 1]);
  });
});

describe('what a page says later', () => {
  it('counts as often as its browser had page loads that did', () => {
    const admission = new Admission();
    const sender = senderOf('192.0.2.1', 1);
    assert.equal(admission.extra('broke', VERSION, sender), false);
    admission.page(VERSION, sender, NOON);
    assert.deepEqual(
      [1, 2].map(() => admission.extra('broke', VERSION, sender)),
      [true, false],
    );
    assert.equal([1, 2, 3, 4, 5, 6, 7].filter(() => admission.extra('error', VERSION, sender)).length, 5);
    assert.equal(admission.extra('broke', VERSION, senderOf('192.0.2.1', 2)), false);
  });
});
