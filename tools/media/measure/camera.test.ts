/**
 * Measures how often the scanner reads a wristband from a real camera stream: Chromium's fake camera plays a video.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { launch } from 'e2e/support/phone/browser';
import { cameraArguments, filmWristband, type Pose, WRISTBAND } from 'e2e/support/phone/camera';
import { BARCODES, type Barcode } from 'e2e/support/phone/symbol';
import { chromium } from 'playwright';
import webpack, { type Configuration } from 'webpack';
import type { Attempts } from './camera-page.ts';

/** Attempts per pose. */
const ATTEMPTS = 8;

/**
 * Poses, with the minimum number of successful attempts. Only one attempt in four includes the pass for a 45 degree
 * tilt.
 */
const POSES: [name: string, pose: Pose, atLeast: Record<Barcode, number>][] = [
  ['steady', {}, { code128: 7, qrcode: 7 }],
  ['rotated by 10°', { angle: 10 }, { code128: 7, qrcode: 7 }],
  ['rotated by 30°', { angle: 30 }, { code128: 7, qrcode: 7 }],
  ['rotated by 45°', { angle: 45 }, { code128: 2, qrcode: 7 }],
  ['rotated by 90°', { angle: 90 }, { code128: 7, qrcode: 7 }],
  ['dim', { isDim: true }, { code128: 7, qrcode: 7 }],
];

/** Replaces the argument of other tests, whose pages don't compute for seconds. */
const OPTIMIZED = '--js-flags=--single-threaded-gc';

const PAGE = '<!doctype html><meta charset="utf-8"><title>Camera</title><script src="/page.js"></script>';

function bundle(folder: string): Promise<void> {
  const config: Configuration = {
    mode: 'production',
    entry: join(import.meta.dirname, 'camera-page.ts'),
    output: { path: folder, filename: 'page.js' },
    optimization: { minimize: false },
    performance: { hints: false },
    module: {
      rules: [
        {
          test: /\.ts$/,
          use: { loader: 'swc-loader', options: { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } } },
        },
      ],
    },
  };
  return new Promise((resolve, reject) => {
    webpack(config, (error, stats) => {
      if (error) reject(error);
      else if (!stats || stats.hasErrors()) reject(new Error(stats?.toString('errors-only') ?? 'No result'));
      else resolve();
    });
  });
}

describe('the scanner, on a camera stream of 1280 by 720', { concurrency: 3 }, () => {
  let folder: string;
  let server: Server;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'camera-'));
    await bundle(folder);
    server = createServer(async (request, response) => {
      const isScript = request.url === '/page.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? await readFile(join(folder, 'page.js')) : PAGE);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });

  after(async () => {
    server.close();
    await rm(folder, { recursive: true });
  });

  async function read(barcode: Barcode, pose: Pose): Promise<Attempts> {
    await filmWristband(barcode, pose);
    const browser = await chromium.launch(launch([...cameraArguments(barcode, pose), OPTIMIZED]));
    try {
      const context = await browser.newContext({ permissions: ['camera'] });
      const page = await context.newPage();
      await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
      return await page.evaluate((attempts) => globalThis.readCamera(attempts), ATTEMPTS);
    } finally {
      await browser.close();
    }
  }

  for (const barcode of BARCODES) {
    for (const [name, pose, atLeast] of POSES) {
      it(`reads a ${barcode} wristband that is ${name}`, async () => {
        const { texts, size, longest } = await read(barcode, pose);
        assert.equal(size, '1280x720');
        const found = texts.filter((text) => text !== null);
        console.log(`${barcode}, ${name}: ${found.length} of ${texts.length} attempts, at most ${longest} ms each`);
        assert.deepEqual([...new Set(found)], [WRISTBAND], 'nothing else is read');
        assert.ok(found.length >= atLeast[barcode], `${found.length} of ${ATTEMPTS} attempts`);
      });
    }
  }
});
