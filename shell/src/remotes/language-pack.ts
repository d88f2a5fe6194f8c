import { PACK_FILE, type PackedTexts, packsIn } from 'shared-ui/contract/language-pack';
import { hasRegistry, registryOfPage } from './registry.ts';

/** Maximum wait for a pack (ms). Without it, texts are those of the build. */
const TIMEOUT_MS = 5_000;

/**
 * Fetches the texts of the language pack in force on this page; undefined if there is none. The gateway has checked its
 * signature (packs without one are not in a registry), the browser checks the hash.
 * @throws TypeError if it can't be fetched, or has another hash
 */
export async function fetchPack(tag: string): Promise<PackedTexts | undefined> {
  if (!hasRegistry()) return undefined;
  const pack = packsIn(registryOfPage()).find(({ language }) => language.tag === tag);
  if (pack?.published.texts === undefined) return undefined;
  const { manifest, texts: integrity } = pack.published;
  const url = new URL(PACK_FILE, new URL(manifest, location.href));
  const response = await fetch(url, { integrity, signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) throw new Error(`${url} responded with ${response.status}`);
  return response.json();
}
