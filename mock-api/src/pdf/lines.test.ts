import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import PDFDocument from 'pdfkit';
import { addFonts } from './fonts.ts';
import { cutLine, type Layout, linesOf } from './lines.ts';

const document = new PDFDocument();
addFonts(document, 'ar');

const layOut = (text: string, layout: Partial<Layout> = {}) =>
  linesOf(document, [{ text, isBold: false }], { size: 10, width: 500, direction: 'ltr', ...layout });

const widthOf = (text: string) => layOut(text)[0]?.width ?? 0;

/** Returns the parts of the first line as they are seen, from left to right. */
const seen = (text: string, direction: Layout['direction']) =>
  layOut(text, { direction })[0]
    ?.parts.toSorted((one, other) => one.x - other.x)
    .map((part) => part.text.trim())
    .filter((part) => part !== '');

describe('lines of a PDF', () => {
  it('join Arabic letters', () => {
    const apart = [...'بيت'].reduce((sum, letter) => sum + widthOf(letter), 0);
    assert.ok(widthOf('بيت') < apart - 5, `${widthOf('بيت')} joined, ${apart} apart`);
  });

  it('put the second letter of a Gurmukhi conjunct below the first', () => {
    assert.equal(widthOf('ਪ੍ਰ'), widthOf('ਪ'));
    assert.ok(widthOf('ਪਰ') > widthOf('ਪ'));
  });

  it('show parts from right to left, and Latin words and numbers within them from left to right', () => {
    const text = 'الموعد مع \u2068Dr. Lee\u2069 يوم 14 مارس';
    assert.deepEqual(seen(text, 'rtl'), ['مارس', '14', 'يوم', 'Dr. Lee', 'الموعد مع']);
    assert.deepEqual(seen('Name: \u2068محمد\u2069 (42)', 'ltr'), ['Name:', 'محمد', '(42)']);
  });

  it('keep a figure in its order, in which no letter says the direction', () => {
    assert.deepEqual(seen('+1 416 555 0101', 'rtl'), ['+1 416 555 0101']);
    assert.deepEqual(seen('\u20684.1 L\u2069 · \u2068طبيعي\u2069', 'rtl'), ['طبيعي', '·', '4.1 L']);
    assert.deepEqual(seen('\u20684.1 L\u2069 · \u2068طبيعي\u2069', 'ltr'), ['4.1 L', '·', 'طبيعي']);
  });

  it('are no wider than the space for them, in words that are too long as well', () => {
    for (const text of [
      'one two three four',
      'https://example.org/very-long',
      'واحد اثنان ثلاثة أربعة',
      '陳大文陳大文陳大文',
    ]) {
      const lines = layOut(text, { width: 50 });
      assert.ok(lines.length > 1, text);
      for (const { width } of lines) assert.ok(width <= 50, `${text}: ${width}`);
      assert.equal(lines.flatMap(({ parts }) => parts.map((part) => part.text)).join(''), text);
    }
  });

  it('break where the text does', () => {
    assert.equal(layOut('one\n\ntwo').length, 3);
  });

  it('cut a name that is too long for a wristband', () => {
    const cut = cutLine(document, { text: '陳'.repeat(30), isBold: true }, { size: 13, width: 226, direction: 'ltr' });
    assert.ok(cut.width <= 226);
    assert.match(cut.parts.map(({ text }) => text).join(''), /^陳+\.\.\.$/);
  });
});
