import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { hasCode } from '../common/plain-error.ts';
import { parseRegistry } from '../registry/registry.ts';
import { registryFile } from '../registry/registry-file.ts';

/** Identifies a gateway's registry. The higher revision is newer, then the higher digest. */
export interface FleetState {
  revision: number;
  /** SHA-256 of the file's bytes; empty if there is no file. */
  digest: string;
}

const NOTHING: FleetState = { revision: 0, digest: '' };

export const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

export const isNewer = (one: FleetState, other: FleetState): boolean =>
  one.revision > other.revision || (one.revision === other.revision && one.digest > other.digest);

export const isSame = (one: FleetState, other: FleetState): boolean =>
  one.revision === other.revision && one.digest === other.digest;

/** Last state read from each registry file; checking an unchanged file costs one `stat`. */
const known = new Map<string, { signature: string; state: FleetState }>();

/** Returns the state of a deploy root's registry. Throws PlainError when it can't be read. */
export async function stateOf(root: string): Promise<FleetState> {
  const file = registryFile(root);
  try {
    const { ino, mtimeNs, size } = await stat(file, { bigint: true });
    const signature = `${ino}-${mtimeNs}-${size}`;
    const last = known.get(file);
    if (last?.signature === signature) return last.state;
    const text = await readFile(file, 'utf8');
    const state = { revision: parseRegistry(text, file).revision, digest: digestOf(text) };
    known.set(file, { signature, state });
    return state;
  } catch (thrown) {
    if (hasCode(thrown, 'ENOENT')) return NOTHING;
    throw thrown;
  }
}
