/** The manifest of a packed release (`npm run release`): `release.json` in its folder. */
import { join } from 'node:path';
import { readTextIfThere } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import { type Fault, type FormOf, NAME, read, type TextRule, VERSION } from 'shared-ui/contract/documents';

export const RELEASE_MANIFEST = 'release.json';

export interface ReleaseManifest {
  version: string;
  /** The commit that it was built from. */
  commit: string;
  /** Version of the shell and of each remote, by name. */
  pages: Record<string, string>;
}

const COMMIT: TextRule = { pattern: /^[0-9a-f]{40}$/, says: 'a commit, 40 hexadecimal digits' };

const FORM: FormOf<ReleaseManifest> = {
  kind: 'object',
  required: {
    version: { kind: 'text', rule: VERSION },
    commit: { kind: 'text', rule: COMMIT },
    pages: { kind: 'map', of: { kind: 'text', rule: VERSION }, keys: NAME },
  },
  optional: {},
};

const parse = (value: unknown, fault: Fault): ReleaseManifest => read<ReleaseManifest>(FORM, value, fault);

/** Returns the manifest of the release in a folder; undefined if the folder is no packed release. Throws PlainError. */
export async function readReleaseManifest(folder: string): Promise<ReleaseManifest | undefined> {
  const file = join(folder, RELEASE_MANIFEST);
  const text = await readTextIfThere(file);
  return text === undefined ? undefined : readDocument(text, file, parse);
}
