import { integrityFor, integrityOf } from './integrity.ts';

/** Adds a script with its expected hash and waits until it has run. Rejects when it did not load or was blocked. */
export function addScript(url: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.integrity = integrityFor(url);
    script.crossOrigin = 'anonymous';
    const fail = () => {
      script.remove();
      reject(new Error(`${url} did not load, or its hash did not match`));
    };
    script.onload = () => resolve();
    script.onerror = fail;
    signal.addEventListener('abort', fail);
    document.head.append(script);
  });
}

/** What a second look at a script that failed has shown. */
interface SecondLook {
  reason: 'UNAVAILABLE' | 'INTEGRITY';
  /** This time it came, and with the right hash. */
  isWhole: boolean;
}

/**
 * Why a script failed. Browsers say only that it did: so it is fetched once more to tell a file that is missing from a
 * file that was changed. Past the browser's cache and into it: a damaged copy there would fail every later try.
 */
export async function whyFailed(url: string): Promise<SecondLook> {
  try {
    const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(2_000) });
    if (!response.ok) return { reason: 'UNAVAILABLE', isWhole: false };
    const isWhole = (await integrityOf(await response.arrayBuffer())) === integrityFor(url);
    return { reason: isWhole ? 'UNAVAILABLE' : 'INTEGRITY', isWhole };
  } catch {
    return { reason: 'UNAVAILABLE', isWhole: false };
  }
}
