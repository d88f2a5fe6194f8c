import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileTypeOf } from '../../files.ts';
import { mapOne, SUBJECT } from '../../testing/map-one.ts';

const document = (attachment: object, fields: object = {}) => ({
  resourceType: 'DocumentReference',
  id: 'd',
  status: 'current',
  subject: SUBJECT,
  date: '2026-01-02T03:04:05Z',
  content: [{ attachment }],
  ...fields,
});
const text = { contentType: 'text/plain', data: Buffer.from('Rest for a week.').toString('base64') };
const bodyOf = (resource: object, others: Parameters<typeof mapOne>[1] = []) => {
  const [{ row } = { row: undefined }] = mapOne(resource, others);
  return row?.table === 'record_items' ? row.body : undefined;
};
const openedOf = (body: ReturnType<typeof bodyOf>) =>
  body && 'media' in body && [body.media?.type ?? null, body.cannotOpen];

describe('a DocumentReference', () => {
  it('opens what it or its Binary contains, and says if that is elsewhere', () => {
    assert.deepEqual(openedOf(bodyOf(document(text))), ['text/plain', null]);
    const binary = { resourceType: 'Binary', id: 'b', ...text };
    assert.deepEqual(openedOf(bodyOf(document({ url: 'Binary/b' }), [binary])), ['text/plain', null]);
    assert.deepEqual(openedOf(bodyOf(document({ url: 'https://other.example/1' }))), [null, 'elsewhere']);
  });

  it('is kept once another replaces it', () => {
    assert.deepEqual(bodyOf(document(text, { status: 'superseded' })), { why: 'state', type: 'DocumentReference' });
  });

  it('is withheld from supporters by its label', () => {
    assert.equal(mapOne(document(text, { securityLabel: [{ coding: [{ code: 'R' }] }] }))[0]?.isWithheld, true);
  });

  const FILES: [string, string, string, string | null][] = [
    ['a picture', '89504e470d0a1a0a', 'application/pdf', 'image/png'],
    ['a drawing', Buffer.from('<svg/>').toString('hex'), 'image/svg+xml', null],
    ['a web page called text', Buffer.from(' <html>').toString('hex'), 'text/plain', null],
    ['a program called text', '00ff00', 'text/plain', null],
    ['text with a control character', '610162', 'text/plain', null],
    ['text with a tab and line breaks', '61090d0a62', 'text/plain', 'text/plain'],
    ['text', Buffer.from('Bonjour à tous').toString('hex'), 'text/plain', 'text/plain'],
  ];
  for (const [title, bytes, declared, type] of FILES)
    it(`${type === null ? 'does not open' : 'opens'} ${title}`, () => {
      assert.equal(fileTypeOf(Buffer.from(bytes, 'hex'), declared), type);
    });
});
