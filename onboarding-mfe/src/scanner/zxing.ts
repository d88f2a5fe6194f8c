import { HTMLCanvasElementLuminanceSource } from '@zxing/browser';
import {
  BinaryBitmap,
  Code128Reader,
  DecodeHintType,
  HybridBinarizer,
  QRCodeReader,
  type Reader,
} from '@zxing/library';
import type { CodeReader } from './code-reader.ts';

/** Wider pictures are made smaller before reading: slower phones keep up, and a wristband's lines stay apart. */
const WIDEST = 1280;

/** Searches a bar code in every row of the picture, not only around its middle. */
const THOROUGH = new Map([[DecodeHintType.TRY_HARDER, true]]);

/** One way of looking at a picture: for which kind of code, at which size, and whether turned by 90 degrees. */
interface Look {
  kind: 'square' | 'bars';
  scale: number;
  isTurned?: boolean;
}

/**
 * One list a try, in turn, so that a single try stays short. The library misses many QR codes at any one
 * size (of 906 generated ones it read 515 at full size, and all over these five sizes), and a bar code on a wrist often stands
 * upright.
 */
const TRIES: readonly (readonly Look[])[] = [
  [
    { kind: 'square', scale: 1 / 2 },
    { kind: 'bars', scale: 1 },
    { kind: 'square', scale: 1 / 4 },
  ],
  [
    { kind: 'square', scale: 1 / 3 },
    { kind: 'bars', scale: 1, isTurned: true },
    { kind: 'square', scale: 1 / 6 },
    { kind: 'square', scale: 1 },
  ],
];

const readers = { square: () => new QRCodeReader(), bars: () => new Code128Reader() };

/** Reads a code of one kind from the picture on the canvas; null when there is none. */
export function decode(kind: Look['kind'], canvas: HTMLCanvasElement): string | null {
  const reader: Reader = readers[kind]();
  try {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas)));
    return reader.decode(bitmap, THOROUGH).getText();
  } catch {
    // The library says "no code in this picture" by throwing.
    return null;
  }
}

function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement, { scale, isTurned = false }: Look): void {
  const factor = scale * Math.min(1, WIDEST / Math.max(video.videoWidth, video.videoHeight));
  const width = Math.round(video.videoWidth * factor);
  const height = Math.round(video.videoHeight * factor);
  canvas.width = isTurned ? height : width;
  canvas.height = isTurned ? width : height;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser can draw no picture to read from');
  if (isTurned) {
    context.translate(height, 0);
    context.rotate(Math.PI / 2);
  }
  context.drawImage(video, 0, 0, width, height);
}

/** Our own reader, for browsers without a built-in one. */
export function zxingReader(): CodeReader {
  const canvas = document.createElement('canvas');
  let count = 0;
  return {
    async read(video) {
      const looks = TRIES[count % TRIES.length] ?? [];
      count += 1;
      for (const look of looks) {
        draw(video, canvas, look);
        const text = decode(look.kind, canvas);
        if (text) return text;
      }
      return null;
    },
  };
}
