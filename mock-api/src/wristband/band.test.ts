/** Reads what is printed with @zxing and with zbar, at full size and smaller, from the PDF's own drawing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import {
  BinaryBitmap,
  Code128Reader,
  GlobalHistogramBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { qrSymbol, wristbandPdf } from './band.ts';

/** Dots per inch of an ordinary printer. */
const PRINTED = 300;
const CODES = ['ER10000001', 'ER00000000', 'ER40718365'];

interface Picture {
  width: number;
  height: number;
  /** One byte per dot, 0 is black. */
  grey: Uint8ClampedArray;
}

/** Draws the rectangles of a PDF dot by dot; dots that are covered in part are grey. */
function draw(pdf: Buffer, scale: number): Picture {
  const dots = (PRINTED / 72) * scale;
  const text = pdf.toString('latin1');
  const [, page = ''] = /MediaBox \[0 0 ([\d. ]+)\]/.exec(text) ?? [];
  const [width = 0, height = 0] = page.split(' ').map((side) => Math.round(Number(side) * dots));
  const ink = new Float32Array(width * height);
  for (const [, box = ''] of text.matchAll(/^([\d. ]+) re$/gm)) {
    const [x = 0, y = 0, wide = 0, high = 0] = box.split(' ').map((side) => Number(side) * dots);
    const top = height - y - high;
    for (let row = Math.floor(top); row < top + high; row += 1) {
      const inRow = Math.min(row + 1, top + high) - Math.max(row, top);
      for (let column = Math.floor(x); column < x + wide; column += 1) {
        const inColumn = Math.min(column + 1, x + wide) - Math.max(column, x);
        const at = row * width + column;
        ink[at] = Math.min(1, (ink[at] ?? 0) + inRow * inColumn);
      }
    }
  }
  return { width, height, grey: Uint8ClampedArray.from(ink, (covered) => Math.round(255 * (1 - covered))) };
}

/** Draws a QR code with its quiet zone as a screen does, `scale` dots per module. */
function onScreen({ size, path }: Awaited<ReturnType<typeof qrSymbol>>, scale: number): Picture {
  const quiet = 4;
  const side = (size + 2 * quiet) * scale;
  const grey = new Uint8ClampedArray(side * side).fill(255);
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let row = 0; row < scale; row += 1) {
      const start = ((Number(y) + quiet) * scale + row) * side + (Number(x) + quiet) * scale;
      grey.fill(0, start, start + Number(length) * scale);
    }
  }
  return { width: side, height: side, grey };
}

function readWithZxing({ width, height, grey }: Picture, reader: Code128Reader | QRCodeReader): string {
  const source = new RGBLuminanceSource(grey, width, height);
  return reader.decode(new BinaryBitmap(new GlobalHistogramBinarizer(source))).getText();
}

describe('a printed wristband', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wristband-'));
  after(() => rmSync(folder, { recursive: true }));

  function readWithZbar({ width, height, grey }: Picture): string[] {
    const file = join(folder, 'band.pgm');
    writeFileSync(file, Buffer.concat([Buffer.from(`P5 ${width} ${height} 255\n`), Buffer.from(grey)]));
    const read = execFileSync('zbarimg', ['--quiet', '--nodbus', file], { stdio: ['ignore', 'pipe', 'ignore'] });
    return String(read).trim().split('\n').sort();
  }

  for (const scale of [1, 0.6]) {
    it(`is read by both readers, both codes, at ${scale * 100} %`, async () => {
      for (const code of CODES) {
        const picture = draw(await wristbandPdf({ code, name: 'Côté, Zoë', hospital: 'Northside' }), scale);
        assert.equal(readWithZxing(picture, new Code128Reader()), code);
        assert.equal(readWithZxing(picture, new QRCodeReader()), code);
        assert.deepEqual(readWithZbar(picture), [`CODE-128:${code}`, `QR-Code:${code}`]);
      }
      console.log(`wristbands: ${CODES.length} printed, both codes read by zxing and zbar at ${scale * 100} %`);
    });
  }

  it('has a QR code that is read at one of three sizes, as the app reads it, for any digits', async () => {
    const codes = Array.from({ length: 20 }, (_, index) => `ER${String((index * 61_803_399) % 1e8).padStart(8, '0')}`);
    const isRead = (pdf: Buffer, code: string, scale: number) => {
      try {
        return readWithZxing(draw(pdf, scale), new QRCodeReader()) === code;
      } catch {
        return false;
      }
    };
    for (const code of codes) {
      const pdf = await wristbandPdf({ code, name: 'Avery, Jordan', hospital: 'Northside' });
      assert.ok(
        [0.5, 0.4, 0.3].some((scale) => isRead(pdf, code, scale)),
        code,
      );
    }
  });

  it('has a QR code for a screen that both readers read', async () => {
    for (const code of CODES) {
      const symbol = await qrSymbol(code);
      assert.equal(readWithZxing(onScreen(symbol, 4), new QRCodeReader()), code);
      assert.deepEqual(readWithZbar(onScreen(symbol, 8)), [`QR-Code:${code}`]);
    }
  });

  it('names the date of birth, if there is one', async () => {
    const hexOf = (words: string) => Buffer.from(words, 'latin1').toString('hex');
    const print = (dateOfBirth: string | null) =>
      wristbandPdf({ code: 'ER10000001', name: 'Côté, Zoë', dateOfBirth, hospital: 'Northside' });
    assert.ok((await print('1958-03-14')).includes(hexOf('ER10000001 · 1958-03-14')));
    assert.ok(!(await print(null)).includes(hexOf(' · ')));
  });

  it('is a PDF with a correct cross-reference table and names in the encoding of the font', async () => {
    const pdf = await wristbandPdf({ code: 'ER10000001', name: 'Łukasz-Żółć, Œdipe', hospital: 'Hôpital (Nord)' });
    const text = pdf.toString('latin1');
    const [, start = ''] = /startxref\n(\d+)\n%%EOF\n$/.exec(text) ?? [];
    assert.equal(text.slice(Number(start), Number(start) + 4), 'xref');
    for (const [index, [, offset]] of [...text.matchAll(/^(\d{10}) 00000 n $/gm)].entries()) {
      assert.match(text.slice(Number(offset)), new RegExp(`^${index + 1} 0 obj\\n`));
    }
    assert.match(text, new RegExp(Buffer.from('H\xf4pital (Nord)', 'latin1').toString('hex')));
    assert.doesNotMatch(text, /[\u0100-\uffff]/);
  });

  it('wristbandPdf throws for text its codes cannot encode', async () => {
    for (const code of ['er10000001', 'ER100000011', 'é'])
      await assert.rejects(wristbandPdf({ code, name: '', hospital: '' }), RangeError);
  });
});
