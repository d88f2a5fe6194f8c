/** Reads what is printed with @zxing and with zbar, at full size and smaller, from the PDF's own drawing. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import {
  BinaryBitmap,
  Code128Reader,
  GlobalHistogramBinarizer,
  QRCodeReader,
  RGBLuminanceSource,
} from '@zxing/library';
import { textOf } from '../pdf/testing/read.ts';
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

/** Returns the drawing instructions of a PDF's page. */
function instructionsOf(pdf: Buffer): string {
  const [{ 0: start, index } = { 0: '', index: 0 }] = pdf
    .toString('latin1')
    .matchAll(/\/Filter \/FlateDecode\n>>\nstream\n/g);
  return inflateSync(pdf.subarray(index + start.length)).toString('latin1');
}

/** Draws the rectangles of a PDF dot by dot; dots that are covered in part are grey. */
function draw(pdf: Buffer, scale: number): Picture {
  const dots = (PRINTED / 72) * scale;
  const [, page = ''] = /MediaBox \[0 0 ([\d. ]+)\]/.exec(pdf.toString('latin1')) ?? [];
  const [width = 0, height = 0] = page.split(' ').map((side) => Math.round(Number(side) * dots));
  const ink = new Float32Array(width * height);
  for (const [, box = ''] of instructionsOf(pdf).matchAll(/^([\d. ]+) re$/gm)) {
    const [x = 0, top = 0, wide = 0, high = 0] = box.split(' ').map((side) => Number(side) * dots);
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

  it('names the patient, the date of birth if there is one, and the hospital', async () => {
    const print = async (dateOfBirth: string | null) => {
      const band = { code: 'ER10000001', name: 'Łukasz-Żółć, 李', dateOfBirth, hospital: 'Hôpital (Nord)' };
      const pdf = await wristbandPdf(band);
      assert.match(pdf.toString('latin1'), /\/PrintScaling \/None/);
      return textOf(pdf);
    };
    const [dated, undated] = [await print('1958-03-14'), await print(null)];
    assert.equal(dated, 'Łukasz-Żółć, 李 ER10000001 · 1958-03-14 Hôpital (Nord) ER10000001 ');
    assert.equal(undated, dated.replace(' · 1958-03-14', ''));
  });

  it('shows names in other scripts, and a PIN in the patient’s language', async () => {
    for (const name of ['العلي، محمد', 'ਸਿੰਘ, ਪ੍ਰੀਤਮ', '陳, 大文']) {
      const band = { code: 'ER10000001', name, hospital: 'Northside' };
      const slip = { pin: '1234', until: '2026-03-14 15:44', locale: 'ar' } as const;
      const text = await textOf(await wristbandPdf({ ...band, slip }));
      assert.equal(text.split(name).length, 3, `${name}, on both pages: ${text}`);
      assert.match(text, /رمز\s*PIN 1234/);
    }
  });

  it('wristbandPdf throws for text its codes cannot encode', async () => {
    for (const code of ['er10000001', 'ER100000011', 'é'])
      await assert.rejects(wristbandPdf({ code, name: '', hospital: '' }), RangeError);
  });
});
