import { join } from 'node:path';
import { exists, type FolderFiles, readFolder } from 'server-kit/disk';
import { isRecord, parseJson } from 'server-kit/fields';
import { PlainError, reasonOf } from 'server-kit/plain-error';
import type { Declaration } from 'shared-ui/contract';
import { parseDeclaration, parseRemoteManifest, REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { type Exposed, exposedBy } from './code/exposed.ts';
import { type Code, readCode } from './code/read-code.ts';
import { RECEIPT_FILE } from './receipt.ts';

/** A built remote, as the clauses see it. */
export interface Build {
  declaration: Declaration;
  /** Hashes in its remote.json; only a copy of a published version has them. */
  hashes: Record<string, string>;
  /** The files that would be published. */
  files: FolderFiles;
  code: Code;
  /** What the code shows of the exposed module. */
  exposed: Exposed;
  /** Text of the receipt, if there is one. */
  receipt: string | undefined;
}

/** A folder that can't be checked further, with the reasons. */
interface Unreadable {
  faults: string[];
}

const hashesIn = (text: string): Record<string, string> => {
  const data = parseJson(text, REMOTE_MANIFEST);
  if (!isRecord(data) || data.files === undefined) return {};
  return parseRemoteManifest(text, REMOTE_MANIFEST).files;
};

/**
 * Reads a built remote.
 * @param receipt text of an external receipt; when absent, the one in the folder is used
 */
export async function readBuilt(folder: string, receipt?: string): Promise<Build | Unreadable> {
  if (!(await exists(join(folder, REMOTE_MANIFEST)))) {
    return { faults: [`there is no ${REMOTE_MANIFEST} in ${folder}: name the build's output folder`] };
  }
  try {
    const files = await readFolder(folder);
    const text = files.get(REMOTE_MANIFEST)?.toString() ?? '';
    const declaration = parseDeclaration(text, REMOTE_MANIFEST);
    const own = files.get(RECEIPT_FILE)?.toString();
    for (const path of [...files.keys()]) if (/\.(br|gz)$/.test(path) || path === RECEIPT_FILE) files.delete(path);
    const code = await readCode(files, Object.keys(declaration.shared));
    const exposed = exposedBy(code.programs, declaration.entry, declaration.expose);
    return { declaration, hashes: hashesIn(text), files, code, exposed, receipt: receipt ?? own };
  } catch (thrown) {
    if (thrown instanceof PlainError) return { faults: [`MANIFEST_INVALID ${reasonOf(thrown)}`] };
    throw thrown;
  }
}
