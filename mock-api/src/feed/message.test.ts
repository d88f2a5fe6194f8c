import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Hl7Context } from '@medplum/core';
import { escapeText, unescapeText } from './escapes.ts';
import { type FeedMessage, fieldOf, isReadable, readMessage, repetitionsOf } from './message.ts';

const MSH = String.raw`MSH|^~\&|ADT1^1.2.3^ISO|WEST & CO|LODESTAR|WEST|20261129083000-0500||ADT^A01^ADT_A01|MSG00001|P|2.5.1|||AL|NE||8859/1`;

function read(...segments: string[]): FeedMessage {
  const found = readMessage([MSH, ...segments].join('\r'));
  assert.ok(isReadable(found), JSON.stringify(found));
  return found;
}

const faultOf = (text: string) => {
  const found = readMessage(text);
  return isReadable(found) ? undefined : found.fault;
};

describe('escape sequences', () => {
  const context = new Hl7Context();
  const undone = (text: string) => unescapeText(text, context);

  it('become the characters that they stand for', () => {
    assert.equal(undone(String.raw`Smith\T\Sons \F\ 5\S\ \R\ C:\E\temp`), String.raw`Smith&Sons | 5^ ~ C:\temp`);
    assert.equal(undone(String.raw`one\.br\two\.sp2\three\.sk3\four`), 'one\ntwo\n\nthree   four');
    assert.equal(undone(String.raw`Zo\XC3AB\ caf\XE9\ l\X92\eau\X0D0A\end`), 'Zoë café l’eau\nend');
    assert.equal(undone(String.raw`\H\bold\N\ \C2842\\M1B2842\\.in+4\\Z7F\plain`), 'bold plain');
  });

  it('stay if they are none', () => {
    assert.equal(
      undone(String.raw`C:\temp\new and \Xyz\ and \Q\ and \ `),
      String.raw`C:\temp\new and \Xyz\ and \Q\ and \ `,
    );
  });

  it('never bring control characters that the database refuses', () => {
    assert.equal(undone('a\\X0001\\b\u0000c\u001cd\te'), 'abcd\te');
  });

  it('are undone exactly as they were made, with any separators', () => {
    for (const separators of [context, new Hl7Context('\r', '$', '*', '+', '?', '.')])
      for (const text of [
        String.raw`|^~\&`,
        String.raw`\F\ \E\\\.br\ \X41\ C:\temp`,
        'Zoë\nO’Brien & <b>Söhne</b> 你好 🙂',
        String.raw`$*+?. \.br\ ?E??F?`,
      ])
        assert.equal(unescapeText(escapeText(text, separators), separators), text);
  });
});

describe('readMessage', () => {
  it('returns the header', () => {
    assert.deepEqual(read().header, {
      type: 'ADT^A01',
      controlId: 'MSG00001',
      application: 'ADT1',
      facility: 'WEST & CO',
      version: '2.5.1',
      sentAt: '20261129083000-0500',
      characterSet: '8859/1',
      isEnhanced: true,
    });
  });

  it('takes the event from EVN-1 and needs neither MSH-15 nor MSH-18', () => {
    const found = readMessage('\uFEFFMSH|^~\\&|A|B|||2026||ADT|7|P|2.3\nEVN|A08|2026\n');
    assert.ok(isReadable(found));
    const { type, characterSet, isEnhanced } = found.header;
    assert.deepEqual({ type, characterSet, isEnhanced }, { type: 'ADT^A08', characterSet: '', isEnhanced: false });
  });

  it('reads lines that end in LF or CRLF, and a line end inside text', () => {
    for (const end of ['\r', '\n', '\r\n', '\r\r']) {
      const found = readMessage([MSH, 'NTE|1||first', 'NTE|2||second', ''].join(end));
      assert.ok(isReadable(found));
      assert.equal(found.message.getAllSegments('NTE').length, 2);
    }
    assert.equal(
      fieldOf(read('NTE|1||first line\nsecond line').message.getSegment('NTE'), 3).whole,
      'first line\nsecond line',
    );
  });

  it('says why text is no message', () => {
    assert.equal(faultOf(''), 'no MSH segment');
    assert.equal(faultOf('GET / HTTP/1.1\r\n\r\n'), 'no MSH segment');
    assert.equal(faultOf('MSH'), 'separators in MSH-1 and MSH-2');
    assert.equal(faultOf('MSH|^|A|B'), 'separators in MSH-1 and MSH-2');
    assert.equal(faultOf('MSH|^^^^|A|B'), 'separators in MSH-1 and MSH-2');
    assert.equal(faultOf(`FHS|^~\\&\r${MSH}`), 'a batch of messages');
    assert.equal(faultOf(`${MSH}\rPID|1\r${MSH}\rPID|1`), 'a batch of messages');
    assert.equal(faultOf('MSH|^~\\&|A|B|||2026|||7|P|2.3'), 'no message type in MSH-9');
    assert.equal(faultOf('MSH|^~\\&|A|B|||2026||ADT^A01||P|2.3'), 'no control id in MSH-10');
    assert.equal(faultOf(`${MSH}\rOBX|1|NM|GLU||5\rOB|2|NM|K||4`), 'a line that is no segment');
  });

  it('returns the header of a message that it cannot read, for the acknowledgement', () => {
    const found = readMessage(`${MSH}\rpid|1`);
    assert.ok(!isReadable(found));
    assert.equal(found.header?.controlId, 'MSG00001');
  });
});

describe('fields', () => {
  const { message } = read(
    String.raw`PID|1||77^^^WEST&1.2.3&ISO^MR~88^^^SSA^SS||O\T\Neil^Zoë^""^^^||""|X|""^""^|"" |  |a^b & c`,
    'PV1|1',
  );
  const pid = message.getSegment('PID');

  it('tell empty and missing from deleted', () => {
    assert.equal(fieldOf(pid, 2).at(1), undefined);
    assert.equal(fieldOf(pid, 90).at(1), undefined);
    assert.equal(fieldOf(message.getSegment('ZZZ'), 1).at(1), undefined);
    assert.equal(fieldOf(pid, 11).at(1), undefined, 'only spaces');
    assert.equal(fieldOf(pid, 7).at(1), null);
    assert.equal(fieldOf(pid, 5).at(3), null);
    assert.equal(fieldOf(pid, 5).text(3), undefined);
    assert.deepEqual(
      [7, 9, 10, 5, 2, 8].map((field) => fieldOf(pid, field).isDeleted),
      [true, true, true, false, false, false],
    );
    assert.deepEqual(
      [2, 11, 7, 8].map((field) => fieldOf(pid, field).isEmpty),
      [true, true, false, false],
    );
  });

  it('keep repetitions, components and subcomponents', () => {
    const ids = repetitionsOf(pid, 3).map((id) => [id.at(1), id.at(4, 1), id.at(4, 2), id.at(5)]);
    assert.deepEqual(ids, [
      ['77', 'WEST', '1.2.3', 'MR'],
      ['88', 'SSA', undefined, 'SS'],
    ]);
    assert.deepEqual([fieldOf(pid, 5).at(1), fieldOf(pid, 5).at(2)], ['O&Neil', 'Zoë']);
    assert.equal(fieldOf(pid, 12).at(2), 'b & c');
    assert.equal(fieldOf(pid, 12).whole, 'a^b & c');
    assert.deepEqual(repetitionsOf(message.getSegment('PV1'), 44), []);
  });
});
