import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import bwip from 'bwip-js/node';
import { WORKSHOP } from './workshop.ts';

/** What a wristband may carry. */
export const BARCODES = ['code128', 'qrcode'] as const;
export type Barcode = (typeof BARCODES)[number];

/** The patient's code in the demo data. */
export const WRISTBAND = 'ER10000001';

const LOOKS: Record<Barcode, object> = {
  code128: { scale: 4, height: 30, includetext: true },
  qrcode: { scale: 10 },
};

/** A phone's camera: 1280 x 720, and few enough pictures a second for a busy machine. */
const PICTURE = 'scale=1000:600:force_original_aspect_ratio=decrease:flags=neighbor';
const CANVAS = 'pad=1280:720:(ow-iw)/2:(oh-ih)/2:white,format=yuvj420p';

const videoOf = (barcode: Barcode) => join(WORKSHOP, 'camera', `${barcode}-${WRISTBAND}.mjpeg`);

/** Chromium's arguments for a camera that shows the wristband, and for a person who allows it. */
export function cameraArguments(barcode: Barcode): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${videoOf(barcode)}`,
  ];
}

/** Makes the film of a wristband that the fake camera shows; once. */
export async function filmWristband(barcode: Barcode): Promise<void> {
  const video = videoOf(barcode);
  if (existsSync(video)) return;
  await mkdir(dirname(video), { recursive: true });
  const picture = `${video}.png`;
  const look = { bcid: barcode, text: WRISTBAND, backgroundcolor: 'FFFFFF', padding: 20, ...LOOKS[barcode] };
  await writeFile(picture, await bwip.toBuffer(look));
  const unfinished = `${video}.part.mjpeg`;
  const filter = `${PICTURE},${CANVAS}`;
  const film = ['-loop', '1', '-i', picture, '-t', '1', '-r', '10', '-vf', filter, '-q:v', '3', unfinished];
  await promisify(execFile)('ffmpeg', ['-y', '-loglevel', 'error', ...film]);
  await rename(unfinished, video);
}
