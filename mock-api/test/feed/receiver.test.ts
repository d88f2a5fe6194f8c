/** Receiving the hospital's feed: what is acknowledged, refused, stored, and when a connection is closed. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { frameOf, MAX_BYTES } from '../../src/feed/mllp/frame.ts';
import { MAX_HELD } from '../../src/feed/mllp/memory.ts';
import { FRAME_TIMEOUT, MAX_OF_SENDER } from '../../src/feed/mllp/server.ts';
import { openMessage } from '../../src/repositories/feed/raw.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { messageOf, Sender } from '../support/mllp.ts';

const PID = 'PID|1||4711^^^NORTH^MR';
const A = messageOf({ id: 'a' }, PID);

describe('the feed’s receiver', () => {
  let api: TestApi;
  let sender: Sender;
  const port = () => api.app.feed?.port ?? 0;
  const stored = () =>
    api.database.db.selectFrom('feed_message').selectAll().orderBy('sender').orderBy('sequence').execute();

  before(async () => {
    api = await startApi({ HL7_PORT: '0', HL7_SENDERS: 'ADT/NORTH, LAB/NORTH' });
  });
  beforeEach(async (test) => {
    await api.app.feed?.settled();
    await api.database.db.deleteFrom('feed_message').execute();
    sender = await Sender.connect(port());
    (test as { after?(work: () => void): void }).after?.(() => sender.close());
  });
  after(() => api.close());

  /** Messages, one after the other -> their answers, and which of them are stored (by control id). */
  const DEDUPLICATED: Record<string, [messages: string[], answers: string[], stored: string[]]> = {
    'a message': [[A], ['MSA|AA|a'], ['a']],
    'a message that is sent again': [[A, A], ['MSA|AA|a', 'MSA|AA|a'], ['a']],
    'two messages': [
      [A, messageOf({ id: 'b' }, PID)],
      ['MSA|AA|a', 'MSA|AA|b'],
      ['a', 'b'],
    ],
    'another message with the same control id on another day': [
      [A, messageOf({ id: 'a', time: '20260102120000' }, 'PID|1||1^^^NORTH^MR')],
      ['MSA|AA|a', 'MSA|AA|a'],
      ['a', 'a'],
    ],
    'the same control id from another sender': [
      [A, messageOf({ id: 'a', sender: 'LAB|NORTH', type: 'ORU^R01' }, PID)],
      ['MSA|AA|a', 'MSA|AA|a'],
      ['a', 'a'],
    ],
    'the same control id and time with other content': [
      [A, `${A}|more`],
      [
        'MSA|AA|a',
        'MSA|AE|a|MSH-10 was used for another message of the same time ERR||MSH^1^10|205^Duplicate key identifier^HL70357|E||||MSH-10 was used for another message of the same time',
      ],
      ['a'],
    ],
  };
  for (const [what, [messages, answers, ids]] of Object.entries(DEDUPLICATED)) {
    it(`stores once, and acknowledges: ${what}`, async () => {
      assert.deepEqual(await sender.send(...messages), answers);
      assert.deepEqual(
        (await stored()).map((row) => row.control_id),
        ids,
      );
    });
  }

  /** Message -> the beginning of its answer. Nothing of these is stored. */
  const REFUSED: Record<string, [message: string | Buffer, answer: RegExp]> = {
    'text that is no HL7': [
      'GET / HTTP/1.1\r\n\r\n',
      /^MSA\|AR\|\|This is not an HL7 v2 message.* ERR\|\|MSH\^1\|100\^/,
    ],
    'an empty frame': ['', /^MSA\|AR\|\|/],
    'a batch': [`BHS|^~\\&\r${A}`, /^MSA\|AR\|\|Send one message/],
    'another application': [messageOf({ id: '1', sender: 'EVIL|NORTH' }), /^MSA\|AR\|1\|.*no sender that is accepted/],
    'another facility': [messageOf({ id: '1', sender: 'ADT|SOUTH' }), /^MSA\|AR\|1\|/],
    'an application in other letters': [messageOf({ id: '1', sender: 'adt|NORTH' }), /^MSA\|AR\|1\|/],
    'no control id': [messageOf({ id: '' }, PID), /^MSA\|AE\|\|MSH-10 is empty ERR\|\|MSH\^1\^10\|101\^/],
    'no type': [messageOf({ id: '1', type: '' }, PID), /^MSA\|AE\|1\|MSH-9 is empty/],
    'a character set that can’t be read': [
      `${messageOf({ id: '1' })}||||||ISO IR87\r${PID}||Zoë`,
      /^MSA\|AE\|1\|The text is not in the set of MSH-18 ERR\|\|MSH\^1\^18\|103\^/,
    ],
  };
  for (const [what, [message, answer]] of Object.entries(REFUSED)) {
    it(`refuses ${what}, and takes the next message on the same connection`, async () => {
      const [refusal, next] = await sender.send(message, A);
      assert.match(refusal ?? '', answer);
      assert.equal(next, 'MSA|AA|a');
      assert.equal((await stored()).length, 1);
    });
  }

  it('accepts senders with spaces around their names', async () => {
    assert.deepEqual(await sender.send(messageOf({ id: '1', sender: ' ADT | NORTH ^ID^ISO' })), ['MSA|AA|1']);
  });

  it('stores bytes as they came, encrypted', async () => {
    const bytes = Buffer.from(`\ufeff${A}\n${'PV1|1'}\n`);
    assert.deepEqual(await sender.send(bytes), ['MSA|AA|a']);
    const [row] = await stored();
    assert.doesNotMatch(Buffer.from(row?.raw ?? '', 'base64url').toString('latin1'), /PID|4711/);
    assert.deepEqual(openMessage(api.app.config.surveyTokens.keys, row?.raw ?? ''), bytes);
    assert.equal(openMessage(['another key'], row?.raw ?? ''), undefined);
  });

  it('answers AR to more than 16 MB, and closes the connection', async () => {
    sender.socket.write(Buffer.concat([Buffer.from(`\x0b${A}\rNTE|1||`), Buffer.alloc(MAX_BYTES, 'x')]));
    assert.match(await sender.answer(), /^MSA\|AR\|a\|The message is longer than 16 MB/);
    await sender.closed();
    assert.deepEqual(await stored(), []);
  });

  it('closes one of five connections with 16 MB each of unfinished messages, and takes others meanwhile', async () => {
    const unfinished = Buffer.concat([Buffer.from(`\x0b${A}\rNTE|1||`), Buffer.alloc(MAX_HELD / 4 - 100, 'x')]);
    const large = await Promise.all(Array.from({ length: 5 }, () => Sender.connect(port())));
    for (const { socket } of large) socket.write(unfinished);
    await Promise.race(large.map((one) => one.closed()));
    assert.deepEqual(await sender.send(A), ['MSA|AA|a']);
    assert.equal(large.filter(({ isClosed }) => isClosed).length, 1);
    for (const one of large) one.close();
  });

  it('gives no answer to a sender that wants none, and stores its message', async () => {
    const quiet = `${messageOf({ id: 'quiet' })}|||NE|NE\r${PID}`;
    assert.deepEqual(await sender.send(Buffer.concat([frameOf(Buffer.from(quiet)), Buffer.from(`\x0b${A}`)])), [
      'MSA|AA|a',
    ]);
    assert.deepEqual(
      (await stored()).map((row) => row.control_id),
      ['quiet', 'a'],
    );
  });

  it('closes a connection whose message has not ended after 60 seconds, and no other', async (test) => {
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const slow = await Sender.connect(port());
    // The answer to a whole message shows that the beginning behind it has been read, too.
    slow.socket.write(Buffer.concat([frameOf(Buffer.from(A)), Buffer.from(`\x0b${A}`)]));
    assert.equal(await slow.answer(), 'MSA|AA|a');
    test.mock.timers.tick(FRAME_TIMEOUT - 1);
    assert.deepEqual([slow.isClosed, await sender.send(A)], [false, ['MSA|AA|a']]);
    test.mock.timers.tick(1);
    await slow.closed();
    assert.deepEqual(await sender.send(A), ['MSA|AA|a']);
  });

  it('takes a hundred connections of one sender, and closes the next without an answer', async () => {
    const others: Sender[] = [];
    for (let count = 1; count < MAX_OF_SENDER; count += 1) others.push(await Sender.connect(port()));
    const answers = await Promise.all([sender, ...others].map((one) => one.send(A)));
    assert.deepEqual(new Set(answers.flat()), new Set(['MSA|AA|a']));
    const last = await Sender.connect(port());
    assert.deepEqual(await last.send(messageOf({ id: 'b' }, PID)), ['closed']);
    const laboratory = await Sender.connect(port());
    assert.deepEqual(await laboratory.send(messageOf({ id: 'b', sender: 'LAB|NORTH' })), ['MSA|AA|b']);
    for (const one of [...others, laboratory]) one.close();
  });
});
