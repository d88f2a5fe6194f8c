import { inflateSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright/test';
import { drawSymbol } from './symbol.ts';

/** Interface of the fake camera below, for the tests. */
declare global {
  var pretendCamera: { show(picture: string): Promise<void>; isLit: boolean; isOpen(): boolean };
}

interface CameraOptions {
  /** Whether the phone has a torch that can be turned on. */
  hasTorch?: boolean;
}

/**
 * Installs a fake camera with permission in every page of a context. It shows an empty picture until the test holds up
 * a code. The videos of the camera projects show a whole scene; this camera is for tests that change the picture.
 */
export async function giveCamera(context: BrowserContext, { hasTorch = false }: CameraOptions = {}): Promise<void> {
  await context.grantPermissions(['camera']);
  await context.addInitScript((withTorch: boolean) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
    let tracks: MediaStreamTrack[] = [];
    let held: HTMLImageElement | null = null;
    const draw = () => {
      const drawing = canvas.getContext('2d');
      if (!drawing) throw new Error('No canvas');
      drawing.fillStyle = '#e8e8e8';
      drawing.fillRect(0, 0, canvas.width, canvas.height);
      if (held) drawing.drawImage(held, (canvas.width - held.width) / 2, (canvas.height - held.height) / 2);
    };
    globalThis.pretendCamera = {
      isLit: false,
      isOpen: () => tracks.some(({ readyState }) => readyState === 'live'),
      async show(picture) {
        const image = Object.assign(new Image(), { src: picture });
        await image.decode();
        held = image;
        draw();
      },
    };
    navigator.mediaDevices.getUserMedia = async () => {
      // A code may be held up before the camera opens.
      draw();
      // Delivers frames even when nothing moves, like a real camera.
      setInterval(draw, 200);
      const stream = canvas.captureStream(5);
      tracks = stream.getVideoTracks();
      const [track] = tracks;
      if (withTorch && track) {
        track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
        track.applyConstraints = async (constraints) => {
          const [wanted] = (constraints?.advanced ?? []) as { torch?: boolean }[];
          globalThis.pretendCamera.isLit = wanted?.torch === true;
        };
      }
      return stream;
    };
  }, hasTorch);
}

/** Makes every camera of a context fail with this DOMException. */
export async function breakCamera(context: BrowserContext, error: 'NotFoundError' | 'NotReadableError'): Promise<void> {
  await context.grantPermissions(['camera']);
  await context.addInitScript((name: string) => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('No picture', name);
    };
  }, error);
}

export async function holdUp(page: Page, code: string): Promise<void> {
  const symbol = await drawSymbol('qrcode', code);
  await page.evaluate(
    (picture) => globalThis.pretendCamera.show(picture),
    `data:image/png;base64,${symbol.toString('base64')}`,
  );
}

/** Dark areas of a printed page, in points from its upper left corner. */
export type Ink = [x: number, y: number, width: number, height: number][];

/** Extracts the dark areas of a wristband's PDF: bars and squares of its codes. */
export function inkOf(pdf: Buffer): Ink {
  const [{ 0: start, index } = { 0: '', index: 0 }] = pdf.toString('latin1').matchAll(/\/FlateDecode\n>>\nstream\n/g);
  const boxes = [
    ...inflateSync(pdf.subarray(index + start.length))
      .toString('latin1')
      .matchAll(/^([\d. ]+) re$/gm),
  ];
  return boxes.map(({ 1: box = '' }) => box.split(' ').map(Number) as Ink[number]);
}

/** Installs a fake camera that shows this print, 1280 by 720 pixels, in every page of a context. */
export async function showToCamera(context: BrowserContext, ink: Ink): Promise<void> {
  await context.grantPermissions(['camera']);
  await context.addInitScript((boxes: Ink) => {
    const left = Math.min(...boxes.map(([x]) => x));
    const right = Math.max(...boxes.map(([x, , width]) => x + width));
    const top = Math.min(...boxes.map(([, y]) => y));
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 1280, height: 720 });
      const scale = 1120 / (right - left);
      const paint = () => {
        const context = canvas.getContext('2d');
        if (!context) return;
        context.fillStyle = '#fff';
        context.fillRect(0, 0, canvas.width, canvas.height);
        context.fillStyle = '#111';
        for (const [x, y, width, height] of boxes)
          context.fillRect(80 + (x - left) * scale, 200 + (y - top) * scale, width * scale, height * scale);
      };
      paint();
      // A canvas stream delivers frames only while the canvas is painted.
      setInterval(paint, 100);
      return canvas.captureStream(10);
    };
  }, ink);
}
