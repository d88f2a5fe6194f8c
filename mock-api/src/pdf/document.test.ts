import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ALL_LANGUAGES, LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { PdfDocument, readPicture } from './document.ts';
import { isShowable } from './fonts.ts';
import { readPdf, textOf } from './testing/read.ts';

const fileOf = async (fill: (document: PdfDocument) => void, language: Language = 'en'): Promise<Buffer> => {
  const document = new PdfDocument('Title <1>', language);
  fill(document);
  return document.finish((page, of) => `Page ${page} of ${of}`);
};

interface Tag {
  role: string;
  alt?: string;
}

const tagsOf = (file: Buffer, page: number): Promise<Tag[]> =>
  readPdf(file, async (pdf) => {
    const { children } = await (await pdf.getPage(page)).getStructTree();
    return children.flatMap((node) => ('role' in node ? [node] : []));
  });

const has = (file: Buffer, text: string) => file.includes(text, 0, 'latin1');

describe('a PDF document', () => {
  it('shows the letters of many languages, which can be copied', async () => {
    const names = 'Łukasz Nguyễn Ольга Ελένη 李小 김 さくら';
    const file = await fileOf((document) => document.fact(names, 'Ольга'));
    assert.equal(await textOf(file), `${names} Ольга Page 1 of 1 `);
    for (const embedded of ['+SourceSans3-Regular', '+SourceSans3-Bold']) assert.ok(has(file, embedded), embedded);
    for (const ofReader of ['STSong-Light', 'HYSMyeongJo-Medium', 'HeiseiKakuGo-W5']) assert.ok(has(file, ofReader));
    assert.deepEqual([isShowable('Łukasz 李'), isShowable('שלום')], [true, false]);
  });

  it('shows Arabic and Punjabi names, which can be copied in their own order', async () => {
    for (const [name, font] of [
      ['محمد العلي', 'NotoSansArabic'],
      ['ٹھیک ہے بھائی', 'NotoSansArabic'],
      ['ਪ੍ਰੀਤਮ ਸਿੰਘ ਕ੍ਰਿਸ਼ਨ', 'NotoSansGurmukhi'],
    ] as const) {
      const file = await fileOf((document) => document.fact('Name:', name));
      assert.equal(await textOf(file), `Name: ${name} Page 1 of 1 `);
      assert.ok(has(file, `+${font}-Regular`), name);
    }
  });

  it('is written from right to left in Arabic and Urdu', async () => {
    const text = 'وصلتك دعوة من \u2068Zoë\u2069 (42)، أُضيف للتو.';
    const file = await fileOf((document) => document.paragraph(text), 'ar');
    const items = await readPdf(file, async (pdf) => (await (await pdf.getPage(1)).getTextContent()).items);
    const shown = items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : []));
    // pdf.js finds no spaces between parts that follow each other to the left.
    const copied = shown.map(({ str }) => str).join('');
    assert.ok(copied.replaceAll(' ', '').startsWith(text.replaceAll(/[ \u2068\u2069]/g, '')), copied);
    const [first] = shown;
    assert.equal(Math.round((first?.transform[4] ?? 0) + (first?.width ?? 0)), 612 - 56);
    assert.ok(has(file, '/Direction /R2L'));
  });

  it('has the letters of every text in every language', () => {
    const folder = new URL('../locales/', import.meta.url);
    for (const language of ALL_LANGUAGES) {
      const texts = globSync(`*${language}.json`, { cwd: fileURLToPath(folder) }).map((file) =>
        readFileSync(new URL(file, folder), 'utf8'),
      );
      assert.ok(isShowable([LANGUAGES[language].name, ...texts].join('')), language);
    }
  });

  it('embeds no font for texts that the first one can show', async () => {
    assert.ok(!has(await fileOf((document) => document.fact('Léa', 'Côté, 5 µg, 23\u202fh')), 'FontFile'));
  });

  it('keeps the meaning of values, and replaces letters that its fonts lack', async () => {
    const text = 'Léa, 5 μg, 4.1 × 10⁹/L ≥ 10⁻³, -> <= ';
    const file = await fileOf((document) => document.paragraph(`${text}ש\tǞ\u0007`));
    assert.equal(await textOf(file), `${text}? A? Page 1 of 1 `);
  });

  it('is tagged for screen readers, also over pages', async () => {
    const file = await fileOf((document) => {
      document.heading(1, 'Results');
      document.paragraph('Blood count '.repeat(1_000));
      for (let index = 0; index < 40; index += 1) document.paragraph('Blood count');
      document.heading(2, 'Log');
    });
    assert.deepEqual(
      (await tagsOf(file, 1)).map(({ role }) => role),
      ['H1', 'P'],
    );
    assert.equal((await tagsOf(file, 2))[0]?.role, 'P');
    const { info } = await readPdf(file, (pdf) => pdf.getMetadata());
    assert.deepEqual(info, { ...info, Language: 'en-CA', Title: 'Title  1 ' });
    assert.match(await textOf(file), /Page 1 of [34] .*Log Page ([34]) of \1 $/);
  });

  const jpeg = Buffer.from('ffd8ffe000046a6affc0000b0800080010030101110000ffd9', 'hex');
  const png = (colour: number) => {
    const header = `0000000d49484452000000020000000108${colour.toString(16).padStart(2, '0')}000000`;
    return Buffer.from(`89504e470d0a1a0a${header}000000000000000449444154deadbeef00000000`, 'hex');
  };

  it('shows JPEG and PNG pictures with their description, and no other file', async () => {
    const file = await fileOf((document) => {
      assert.ok(document.picture('image/jpeg', jpeg, 'A knee'));
      assert.ok(document.picture('image/png', png(2), 'A foot'));
      assert.ok(!document.picture('image/webp', jpeg, 'A hand'));
    });
    assert.match(file.toString('latin1'), /\/Width 16\n\/Height 8\n\/ColorSpace \/DeviceRGB/);
    assert.deepEqual(
      (await tagsOf(file, 1)).map(({ role, alt }) => [role, alt]),
      [
        ['Figure', 'A knee'],
        ['Figure', 'A foot'],
      ],
    );
  });

  it('shows no picture that is transparent or damaged', () => {
    assert.equal(readPicture('image/png', png(6)), undefined);
    for (let length = 0; length < jpeg.length - 8; length += 1)
      assert.equal(readPicture('image/jpeg', jpeg.subarray(0, length)), undefined, `${length} bytes of a JPEG`);
    for (let length = 0; length < 33; length += 1)
      assert.equal(readPicture('image/png', png(2).subarray(0, length)), undefined, `${length} bytes of a PNG`);
  });

  it('attaches files', async () => {
    const letter = { name: '1 Lettre é.pdf', type: 'application/pdf', bytes: Buffer.from('bytes'), description: 'A' };
    const file = await fileOf((document) => document.attach(letter));
    const [entry, content] = await readPdf(file, async (pdf) => {
      const [[id, described] = []] = (await pdf.getAttachments()) ?? [];
      return [described, await pdf.getAttachmentContent(id ?? '')];
    });
    assert.deepEqual([entry?.filename, entry?.description], [letter.name, 'A']);
    assert.deepEqual(Buffer.from(content ?? []), letter.bytes);
    assert.ok(has(file, '/Subtype /application#2Fpdf'));
  });
});
