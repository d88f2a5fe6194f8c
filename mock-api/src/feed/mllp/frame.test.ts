import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FrameReader } from './frame.ts';

const A = 'MSH|^~\\&|A\rPID|1';
const B = 'MSH|^~\\&|B\rOBX|1|ST|||5';
const framed = (text: string) => `\x0b${text}\x1c\r`;

/** Cuts text into this many packets. */
function packets(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, index) => text.slice(index * size, (index + 1) * size));
}

/** What comes, in packets -> messages that are read. */
const CASES: Record<string, [packets: string[], messages: string[]]> = {
  'one message': [[framed(A)], [A]],
  'two messages in one packet': [[framed(A) + framed(B)], [A, B]],
  'one message in forty packets': [packets(framed(B), 40), [B]],
  'two messages, each byte in a packet of its own': [[...(framed(A) + framed(B))], [A, B]],
  'an end that is cut in two': [[`\x0b${A}\x1c`, '\r'], [A]],
  'a message and the beginning of the next': [
    [framed(A) + framed(B).slice(0, 9), framed(B).slice(9)],
    [A, B],
  ],
  'line feeds between messages': [[`\n\n${framed(A)}\n\r\n${framed(B)}\n`], [A, B]],
  'a 0x1C inside text': [[framed('MSH|1\rOBX|1|TX|||a\x1cb')], ['MSH|1\rOBX|1|TX|||a\x1cb']],
  'a 0x1C at the end of a segment': [[framed('MSH|1\rNTE|1||a\x1c\rOBX|2')], ['MSH|1\rNTE|1||a\x1c\rOBX|2']],
  'a second 0x1C before the end': [[framed(`${A}\x1c`)], [`${A}\x1c`]],
  'a message that broke off and begins again': [[`\x0bMSH|^~\\&|A\rPI`, framed(B)], [B]],
  'a vertical tab inside text': [[framed('MSH|1\rNTE|1||a\x0bb')], ['MSH|1\rNTE|1||a\x0bb']],
  'text without a first byte': [['GET / HTTP/1.1\x1c\r'], ['GET / HTTP/1.1']],
  'an empty message': [['\x0b\x1c\r'], ['']],
  'an end without a message': [[`\x1c\r${framed(A)}`], [A]],
  'nothing that ends': [['\x0bMSH|^~\\&|A'], []],
};

describe('FrameReader', () => {
  for (const [what, [parts, messages]] of Object.entries(CASES)) {
    it(`reads ${what}`, () => {
      const reader = new FrameReader();
      const read = parts.flatMap((part) => reader.add(Buffer.from(part, 'latin1')));
      assert.deepEqual(
        read.map(({ bytes }) => bytes.toString('latin1')),
        messages,
      );
      assert.equal(reader.isOpen, messages.length === 0);
    });
  }

  it('reads a message of exactly the longest length, and gives up at a longer one', () => {
    const ofLength = (length: number) => `MSH|${'x'.repeat(length - 4)}`;
    // The two bytes of the end count.
    const [fits] = new FrameReader(102).add(Buffer.from(framed(ofLength(100))));
    assert.deepEqual([fits?.bytes.length, fits?.isTooLong], [100, false]);
    const reader = new FrameReader(102);
    const read = packets(framed(ofLength(200)) + framed(A), 10).flatMap((part) => reader.add(Buffer.from(part)));
    assert.deepEqual(
      read.map(({ isTooLong }) => isTooLong),
      [true],
    );
    assert.match(read[0]?.bytes.toString() ?? '', /^MSH\|x+$/);
  });
});
