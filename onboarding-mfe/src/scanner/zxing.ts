import { HTMLCanvasElementLuminanceSource } from '@zxing/browser';
import { BinaryBitmap, Code128Reader, HybridBinarizer, QRCodeReader, type Reader } from '@zxing/library';
import type { CodeReader } from './reader.ts';

/** Wider pictures are made smaller before reading: slower phones keep up, and a wristband's lines stay apart. */
const WIDEST = 1280;

function attempt(reader: Reader, canvas: HTMLCanvasElement): string | null {
  try {
    const bitmap = new BinaryBitmap(new HybridBinarizer(new HTMLCanvasElementLuminanceSource(canvas)));
    return reader.decode(bitmap).getText();
  } catch {
    // The library says "no code in this picture" by throwing.
    return null;
  } finally {
    reader.reset();
  }
}

/** Reads a code from a picture that lies upright on the canvas. */
export function decode(canvas: HTMLCanvasElement): string | null {
  return attempt(new QRCodeReader(), canvas) ?? attempt(new Code128Reader(), canvas);
}

function draw(video: HTMLVideoElement, canvas: HTMLCanvasElement, isTurned: boolean): void {
  const scale = Math.min(1, WIDEST / Math.max(video.videoWidth, video.videoHeight));
  const width = Math.round(video.videoWidth * scale);
  const height = Math.round(video.videoHeight * scale);
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

/** Our own reader. Tries the picture as it is, then turned by 90 degrees: a bar code on a wrist often stands upright. */
export function zxingReader(): CodeReader {
  const canvas = document.createElement('canvas');
  return {
    async read(video) {
      for (const isTurned of [false, true]) {
        draw(video, canvas, isTurned);
        const text = decode(canvas);
        if (text) return text;
      }
      return null;
    },
  };
}
