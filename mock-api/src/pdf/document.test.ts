import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { PdfDocument } from './document.ts';
import { isShowable } from './fonts.ts';
import { readPicture } from './pictures.ts';

const fileOf = (fill: (document: PdfDocument) => void): string => {
  const document = new PdfDocument('Title', 'en-CA');
  fill(document);
  return document.finish((page) => `Page ${page}`).toString('latin1');
};

/** Returns the compressed streams of a file. */
const streamsOf = (file: string): string[] =>
  [...file.matchAll(/\/FlateDecode \/Length (\d+) >>\nstream\n/g)].map(({ 0: start, 1: length, index }) => {
    const from = index + start.length;
    return inflateSync(Buffer.from(file.slice(from, from + Number(length)), 'latin1')).toString('latin1');
  });

const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

describe('a PDF document', () => {
  it('shows letters that its first font lacks in fonts that have them, and can be copied', () => {
    const file = fileOf((document) => document.paragraph('Łukasz Nguyễn Ольга Ελένη 李 김'));
    const maps = streamsOf(file).filter((text) => text.includes('beginbfchar'));
    for (const letter of 'ŁễОλ')
      assert.equal(maps.filter((text) => text.includes(`> <${hex(letter)}>`)).length, 1, letter);
    assert.match(file, new RegExp(`/C 10 Tf <${hex('李')}> Tj`));
    assert.match(file, new RegExp(`/K 10 Tf <${hex('김')}> Tj`));
    assert.doesNotMatch(file, /<3f>/, 'no question mark');
    assert.deepEqual([isShowable('Łukasz 李'), isShowable('محمد')], [true, false]);
  });

  it('embeds no font for texts that the first one can show', () => {
    assert.doesNotMatch(
      fileOf((document) => document.fact('Léa', 'Côté, 5 µg')),
      /FontFile2/,
    );
  });

  const jpeg = Buffer.from('ffd8ffe000046a6affc0000b0800080010030101110000ffd9', 'hex');
  const png = (colour: number) => {
    const header = `0000000d49484452000000020000000108${colour.toString(16).padStart(2, '0')}000000`;
    return Buffer.from(`89504e470d0a1a0a${header}000000000000000449444154deadbeef00000000`, 'hex');
  };

  it('shows JPEG and PNG pictures with their description, and no other file', () => {
    const file = fileOf((document) => {
      assert.ok(document.picture('image/jpeg', jpeg, 'A knee'));
      assert.ok(document.picture('image/png', png(2), 'A foot'));
      assert.ok(!document.picture('image/webp', jpeg, 'A hand'));
    });
    assert.match(file, /\/Width 16 \/Height 8 \/ColorSpace \/DeviceRGB/);
    assert.match(file, new RegExp(`/S /Figure /Alt <feff${hex('A foot')}>`));
  });

  it('shows no picture that is transparent or damaged', () => {
    assert.equal(readPicture('image/png', png(6)), undefined);
    for (let length = 0; length < jpeg.length - 8; length += 1)
      assert.equal(readPicture('image/jpeg', jpeg.subarray(0, length)), undefined, `${length} bytes of a JPEG`);
    for (let length = 0; length < 33; length += 1)
      assert.equal(readPicture('image/png', png(2).subarray(0, length)), undefined, `${length} bytes of a PNG`);
  });

  it('attaches files', () => {
    const letter = { name: '1 Lettre é.pdf', type: 'application/pdf', bytes: Buffer.from('bytes'), description: 'A' };
    const file = fileOf((document) => document.attach(letter));
    assert.match(file, /\/Names << \/EmbeddedFiles << \/Names \[\(000000\) \d+ 0 R\]/);
    assert.match(file, /\/Type \/EmbeddedFile \/Subtype \/application#2fpdf \/Params << \/Size 5 >>/);
    assert.ok(streamsOf(file).includes('bytes'));
  });
});
