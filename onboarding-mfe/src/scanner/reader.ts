import type { CodeReader } from './code-reader.ts';
import { nativeReader } from './native.ts';

/** Fetches our own reader: 27 kB that only phones without a built-in one need. */
async function loadOwnReader(): Promise<CodeReader> {
  const { zxingReader } = await import('./zxing.ts');
  return zxingReader();
}

/**
 * Some browsers say that they read codes and then can't (the phone's service is missing). From the first such failure
 * on our own reader does the work.
 */
function withFallback(first: CodeReader, loadNext: () => Promise<CodeReader>): CodeReader {
  let current = first;
  return {
    async read(video) {
      if (current !== first) return current.read(video);
      try {
        return await first.read(video);
      } catch (error) {
        console.info('The built-in code reader does not work here', error);
        current = await loadNext();
        return current.read(video);
      }
    },
  };
}

/** The browser's own reader where it reads wristbands, else ours. Rejects when ours can't be fetched. */
export async function chooseReader(
  findNative: () => Promise<CodeReader | null> = nativeReader,
  loadOwn: () => Promise<CodeReader> = loadOwnReader,
): Promise<CodeReader> {
  const native = await findNative();
  return native ? withFallback(native, loadOwn) : loadOwn();
}
