import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isReadable, readMessage } from '../message.ts';
import { readCases, SETTINGS, statementOf } from '../testing/by-hand.ts';
import { checkMutations } from '../testing/mutations.ts';
import { toFhir } from './to-fhir.ts';

describe('toFhir', () => {
  describe('reads messages as senders write them', () => {
    const cases = readCases();
    for (const { title, message, expected } of cases) it(title, () => assert.deepEqual(statementOf(message), expected));

    it('covers each type four times, in old and new versions', () => {
      const events = 'A01 A02 A03 A04 A05 A06 A07 A08 A11 A12 A13 A17 A18 A23 A28 A29 A30 A31 A34 A40'.split(' ');
      const appointments = 'S12 S13 S14 S15 S17 S26'.split(' ');
      const documents = 'T01 T02 T05 T06 T09 T10 T11'.split(' ');
      const types = [
        ...events.map((event) => `ADT^${event}`),
        ...['ORU^R01', 'ORU^R30'],
        ...appointments.map((event) => `SIU^${event}`),
        ...documents.map((event) => `MDM^${event}`),
      ];
      assert.deepEqual(
        types.filter((type) => cases.filter((one) => one.type === type).length < 4),
        [],
      );
      assert.ok(cases.length >= 120);
    });
  });

  // FEED_MUTATIONS=10000 for a proof.
  const count = Number(process.env.FEED_MUTATIONS ?? 600);

  it('never throws, and never says what a damaged message does not say', () => {
    const counts = checkMutations(count, 48);
    assert.ok(counts.read > count / 4, JSON.stringify(counts));
  });

  it('reads a field of a megabyte, and puts a message of too many parts aside', () => {
    const header = String.raw`MSH|^~\&|LAB|WEST|||202611290830||ORU^R01|1|P|2.3`;
    const lines = (value: string, count = 1) => [
      header,
      'PID|||12345',
      'OBR|1||F1|T^Text^L|||202611290700|||||||||||||||||RAD|F',
      ...Array.from({ length: count }, () => `OBX|1|TX|T^Text^L||${value}||||||F`),
    ];
    const outcomeOf = (text: string) => {
      const read = readMessage(text);
      return isReadable(read) ? Object.keys(toFhir(read, SETTINGS)) : read.fault;
    };
    for (const part of ['x', '^', '&', '|'])
      assert.deepEqual(outcomeOf(lines(part.repeat(1_000_000)).join('\r')), ['content'], part);
    assert.deepEqual(outcomeOf(lines('~'.repeat(100_000)).join('\r')), ['aside']);
    assert.deepEqual(outcomeOf(lines('x', 5_000).join('\r')), ['aside']);
  });
});
