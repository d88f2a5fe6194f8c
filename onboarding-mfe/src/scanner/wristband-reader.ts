import { BarcodeFormat, BrowserMultiFormatReader, HTMLCanvasElementLuminanceSource } from '@zxing/browser';
import {
  BinaryBitmap,
  ChecksumException,
  DecodeHintType,
  FormatException,
  HybridBinarizer,
  NotFoundException,
  ReaderException,
  type Result,
} from '@zxing/library';

/** Delay between two attempts in milliseconds (docs/product-rules.md#constants). */
export const SCAN_DELAY_MS = 500;

/** Without TRY_HARDER the reader samples 25 rows of the frame and misses a narrow, tilted bar code. */
const HINTS = new Map<DecodeHintType, unknown>([
  [DecodeHintType.POSSIBLE_FORMATS, [BarcodeFormat.QR_CODE, BarcodeFormat.CODE_128]],
  [DecodeHintType.TRY_HARDER, true],
]);

// The package logs a console warning for every failure that is not a ReaderException, and in this version no ordinary
// miss is one: https://github.com/zxing-js/library/issues/648.
for (const miss of [NotFoundException, ChecksumException, FormatException]) {
  Object.setPrototypeOf(miss.prototype, ReaderException.prototype);
}

/** How to draw a frame before decoding: its longest side in pixels (never enlarged) and a rotation in degrees. */
interface Pass {
  side: number;
  angle: number;
}

const UPRIGHT: readonly Pass[] = [
  { side: 640, angle: 0 },
  { side: 640, angle: 90 },
];
/** For a code that is small in the frame. */
const LARGE: Pass = { side: 960, angle: 0 };

/**
 * Passes of one attempt at a camera frame; attempts take turns, so that each stays short. Smaller frames decode faster
 * and blur noise away, so they also read better in dim light. An upright bar code needs the quarter turn.
 */
const CAMERA: readonly (readonly Pass[])[] = [
  [...UPRIGHT, LARGE],
  [...UPRIGHT, { side: 640, angle: 45 }],
  [...UPRIGHT, LARGE],
  [...UPRIGHT, { side: 640, angle: 135 }],
];

/** A photo is decoded once, so it gets every pass: large ones too, for a code that fills little of the picture. */
const PHOTO: readonly (readonly Pass[])[] = [
  [640, 1280, 2560].flatMap((side) => [0, 90, 45, 135].map((angle) => ({ side, angle }))),
];

/** The package's own rotation throws, so it is switched off and the passes rotate the frame. */
class FixedLuminanceSource extends HTMLCanvasElementLuminanceSource {
  override isRotateSupported(): boolean {
    return false;
  }
}

function drawPass(frame: HTMLCanvasElement, canvas: HTMLCanvasElement, { side, angle }: Pass): void {
  const scale = Math.min(1, side / Math.max(frame.width, frame.height));
  const [width, height] = [frame.width * scale, frame.height * scale];
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.abs(Math.cos(radians)), Math.abs(Math.sin(radians))];
  canvas.width = Math.round(cos * width + sin * height);
  canvas.height = Math.round(sin * width + cos * height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D context for the frame');
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate(radians);
  context.drawImage(frame, -width / 2, -height / 2, width, height);
}

/**
 * Reads the two codes of a wristband, Code 128 and QR. The package owns the camera stream, the loop and the decoding.
 * This class adds the passes over each frame: the package decodes it once, at full size, and misses dim frames, upright
 * or tilted bar codes and a third of steady QR codes. `BarcodeDetector` isn't used: no browser in the tests has it.
 */
export class WristbandReader extends BrowserMultiFormatReader {
  readonly #attempts: readonly (readonly Pass[])[];
  readonly #canvas = document.createElement('canvas');
  #count = 0;
  #video: HTMLVideoElement | undefined;

  constructor(attempts: readonly (readonly Pass[])[] = CAMERA) {
    super(HINTS, { delayBetweenScanAttempts: SCAN_DELAY_MS, delayBetweenScanSuccess: SCAN_DELAY_MS });
    this.#attempts = attempts;
  }

  override scan(...[element, onAttempt, onEnd]: Parameters<BrowserMultiFormatReader['scan']>) {
    if (element instanceof HTMLVideoElement) this.#video = element;
    return super.scan(element, onAttempt, onEnd);
  }

  /** @throws NotFoundException if no pass finds a code */
  override decodeFromCanvas(frame: HTMLCanvasElement): Result {
    this.#fitToVideo(frame);
    const passes = this.#attempts[this.#count % this.#attempts.length] ?? [];
    this.#count += 1;
    for (const pass of passes) {
      drawPass(frame, this.#canvas, pass);
      try {
        return this.decodeBitmap(new BinaryBitmap(new HybridBinarizer(new FixedLuminanceSource(this.#canvas))));
      } catch (error) {
        if (!(error instanceof NotFoundException)) throw error;
      }
    }
    throw new NotFoundException('No code in this frame');
  }

  /** The package keeps the size of the first frame, but width and height swap when the phone is turned. */
  #fitToVideo(frame: HTMLCanvasElement): void {
    const video = this.#video;
    if (!video || (frame.width === video.videoWidth && frame.height === video.videoHeight)) return;
    frame.width = video.videoWidth;
    frame.height = video.videoHeight;
    frame.getContext('2d', { willReadFrequently: true })?.drawImage(video, 0, 0);
  }
}

/** Returns whether an attempt failed only because the frame had no code. */
export const isNoCode = (error: unknown): boolean => error instanceof NotFoundException;

/** Returns the text of the code in a photo, or null if it has no code. Rejects if the file is not a picture. */
export async function readPhoto(photo: Blob): Promise<string | null> {
  const image = new Image();
  image.src = URL.createObjectURL(photo);
  try {
    await image.decode();
    return (await new WristbandReader(PHOTO).decodeFromImageElement(image)).getText();
  } catch (error) {
    if (isNoCode(error)) return null;
    throw error;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
