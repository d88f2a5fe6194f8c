import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { WORKSHOP } from '../hospital/workshop.ts';
import { type Barcode, drawSymbol } from './symbol.ts';

/** The patient's wristband code in the demo data. */
export const WRISTBAND = 'ER10000001';

/** Width of the symbol in the frame, in pixels: about half of the area between the on-screen corners. */
const WIDTHS: Record<Barcode, number> = { code128: 640, qrcode: 400 };

/** How the wristband is held in front of the camera. */
export interface Pose {
  angle?: number;
  /** Dim light: a fifth of the contrast and more noise. */
  isDim?: boolean;
}

const PAPER = '0xE8E8E8';

/**
 * Returns the ffmpeg filter for a phone-like camera: 1280 x 720, sensor noise, and a frame rate a busy machine can
 * sustain.
 */
function filterFor(barcode: Barcode, { angle = 0, isDim = false }: Pose): string {
  return [
    `scale=${WIDTHS[barcode]}:-2:flags=area`,
    `pad=1280:1280:(ow-iw)/2:(oh-ih)/2:${PAPER}`,
    `rotate=${angle}*PI/180:c=${PAPER}`,
    'crop=1280:720',
    ...(isDim ? ['lutyuv=y=val*0.22+10'] : []),
    `noise=alls=${isDim ? 12 : 8}:allf=t`,
    'format=yuvj420p',
  ].join(',');
}

const videoOf = (barcode: Barcode, { angle = 0, isDim = false }: Pose = {}) =>
  join(WORKSHOP, 'camera', `${barcode}-${WRISTBAND}-${angle}${isDim ? '-dim' : ''}.mjpeg`);

/** Chromium arguments for a fake camera that shows the wristband, with permission granted. */
export function cameraArguments(barcode: Barcode, pose?: Pose): string[] {
  return [
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
    `--use-file-for-fake-video-capture=${videoOf(barcode, pose)}`,
  ];
}

/** Creates the fake camera's video of a wristband, unless it already exists. */
export async function filmWristband(barcode: Barcode, pose: Pose = {}): Promise<void> {
  const video = videoOf(barcode, pose);
  if (existsSync(video)) return;
  await mkdir(dirname(video), { recursive: true });
  const picture = `${video}.png`;
  await writeFile(picture, await drawSymbol(barcode, WRISTBAND));
  const unfinished = `${video}.part.mjpeg`;
  const source = ['-loop', '1', '-framerate', '10', '-i', picture, '-t', '1'];
  const film = [...source, '-r', '10', '-vf', filterFor(barcode, pose), '-q:v', '3', unfinished];
  await promisify(execFile)('ffmpeg', ['-y', '-loglevel', 'error', ...film]);
  await rename(unfinished, video);
}
