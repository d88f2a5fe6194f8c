import type { BrowserContext, Page } from 'playwright/test';

/** What the tests know of the camera below. */
declare global {
  var pretendCamera: { code: string | null; isLit: boolean };
}

interface CameraOptions {
  /** The phone's light can be turned on. */
  hasTorch?: boolean;
}

/**
 * Installs in every page of a context a camera that is allowed, shows an empty picture, and reads the code that the
 * test holds into it. The films of the camera projects read real pictures; this one is for what films can't show.
 */
export async function giveCamera(context: BrowserContext, { hasTorch = false }: CameraOptions = {}): Promise<void> {
  await context.grantPermissions(['camera']);
  await context.addInitScript((withTorch: boolean) => {
    const camera = { code: null as string | null, isLit: false };
    globalThis.pretendCamera = camera;
    navigator.mediaDevices.getUserMedia = async () => {
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')?.fillRect(0, 0, canvas.width, canvas.height);
      const stream = canvas.captureStream(5);
      const [track] = stream.getVideoTracks();
      if (withTorch && track) {
        track.getCapabilities = () => ({ torch: true }) as MediaTrackCapabilities;
        track.applyConstraints = async (constraints) => {
          const [wanted] = (constraints?.advanced ?? []) as { torch?: boolean }[];
          camera.isLit = wanted?.torch === true;
        };
      }
      return stream;
    };
    const Detector = class {
      static getSupportedFormats = async () => ['code_128', 'qr_code'];
      detect = async () => (camera.code === null ? [] : [{ rawValue: camera.code }]);
    };
    Object.assign(globalThis, { BarcodeDetector: Detector });
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
export const holdUp = (page: Page, code: string) =>
  page.evaluate((held) => {
    globalThis.pretendCamera.code = held;
  }, code);
