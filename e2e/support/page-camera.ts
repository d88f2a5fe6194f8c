import type { BrowserContext, Page } from 'playwright/test';
import { drawSymbol } from './camera.ts';

/** What the tests know of the camera below. */
declare global {
  var pretendCamera: { show(picture: string): Promise<void>; isLit: boolean; isOpen(): boolean };
}

interface CameraOptions {
  /** The phone's light can be turned on. */
  hasTorch?: boolean;
}

/**
 * Installs a camera in every page of a context: it is allowed, and shows an empty picture until the test holds a code
 * into it. The films of the camera projects show a whole scene; this one is for what changes during a test.
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
      // Like a camera, it delivers frames even if nothing moves.
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

/** Makes every camera of a context fail with the browser's own error. */
export async function breakCamera(context: BrowserContext, error: 'NotFoundError' | 'NotReadableError'): Promise<void> {
  await context.grantPermissions(['camera']);
  await context.addInitScript((name: string) => {
    navigator.mediaDevices.getUserMedia = async () => {
      throw new DOMException('No picture', name);
    };
  }, error);
}

/** Holds a code before the camera. */
export async function holdUp(page: Page, code: string): Promise<void> {
  const symbol = await drawSymbol('qrcode', code);
  await page.evaluate(
    (picture) => globalThis.pretendCamera.show(picture),
    `data:image/png;base64,${symbol.toString('base64')}`,
  );
}
