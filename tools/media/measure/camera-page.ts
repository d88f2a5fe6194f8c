import { constraintsFor } from 'onboarding-mfe/scanner/camera';
import { WristbandReader } from 'onboarding-mfe/scanner/wristband-reader';

/** Results of reading the camera a number of times. */
export interface Attempts {
  /** Texts that were read; null for an attempt that found no code. */
  texts: (string | null)[];
  /** Size of the camera's picture, width x height. */
  size: string;
  /** Longest time an attempt blocked the page, in milliseconds. */
  longest: number;
}

declare global {
  /** Reads the camera for a number of attempts. */
  var readCamera: (attempts: number) => Promise<Attempts>;
}

/** Time between two frames of the camera's video, in milliseconds: each attempt gets another frame. */
const FRAME_MS = 100;

class MeasuredReader extends WristbandReader {
  longest = 0;

  constructor() {
    super();
    Object.assign(this.options, { delayBetweenScanAttempts: FRAME_MS, delayBetweenScanSuccess: FRAME_MS });
  }

  override decodeFromCanvas(frame: HTMLCanvasElement) {
    const start = performance.now();
    try {
      return super.decodeFromCanvas(frame);
    } finally {
      this.longest = Math.max(this.longest, Math.round(performance.now() - start));
    }
  }
}

globalThis.readCamera = (attempts) =>
  new Promise((resolve, reject) => {
    const video = Object.assign(document.createElement('video'), { muted: true });
    const reader = new MeasuredReader();
    const texts: (string | null)[] = [];
    reader
      .decodeFromConstraints(constraintsFor(), video, (result, _error, controls) => {
        texts.push(result?.getText() ?? null);
        if (texts.length < attempts) return;
        const size = `${video.videoWidth}x${video.videoHeight}`;
        controls.stop();
        resolve({ texts, size, longest: reader.longest });
      })
      .catch(reject);
  });
