import type { CodeReader } from './code-reader.ts';

/** The two kinds of code on a wristband, as the Barcode Detection API names them. */
const FORMATS = ['code_128', 'qr_code'] as const;

/** The part of the Barcode Detection API in use; TypeScript's DOM library has none of it. */
interface Detector {
  detect(source: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

function detectorClass(): DetectorClass | undefined {
  return (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
}

/** The browser's own reader, or null where there is none or it does not know both kinds of code. */
export async function nativeReader(): Promise<CodeReader | null> {
  const Detector = detectorClass();
  if (!Detector) return null;
  const supported = await Detector.getSupportedFormats().catch((): string[] => []);
  if (!FORMATS.every((format) => supported.includes(format))) return null;
  const detector = new Detector({ formats: FORMATS });
  return {
    async read(video) {
      const [code] = await detector.detect(video);
      return code?.rawValue ?? null;
    },
  };
}
