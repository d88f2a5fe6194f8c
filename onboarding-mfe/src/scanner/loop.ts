import type { CodeReader } from './code-reader.ts';

/** Time between two tries, in milliseconds (docs/product-rules.md#constants). */
export const SCAN_EVERY_MS = 500;

/** Wristband codes begin so; any other code in the picture is not meant (docs/product-rules.md#wristband). */
const WRISTBAND = /^ER/i;

interface ScanOptions {
  reader: CodeReader;
  video: HTMLVideoElement;
  /** A wristband's code was read. The next try waits for it. */
  onCode(code: string): Promise<void>;
  /** Reading itself failed; scanning has stopped. */
  onTrouble(error: unknown): void;
}

/** Tries to read a wristband every 500 ms until stopped. Returns the way to stop. */
export function startScanning({ reader, video, onCode, onTrouble }: ScanOptions): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const tryOnce = async () => {
    const hasPicture = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA;
    const code = hasPicture ? (await reader.read(video))?.trim() : undefined;
    if (code && WRISTBAND.test(code) && !isStopped) await onCode(code.toUpperCase());
  };
  const next = () => {
    timer = setTimeout(() => {
      tryOnce().then(
        () => !isStopped && next(),
        (error) => !isStopped && onTrouble(error),
      );
    }, SCAN_EVERY_MS);
  };
  next();
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
