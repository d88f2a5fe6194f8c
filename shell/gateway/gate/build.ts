import { join } from 'node:path';
import type { Declaration } from 'shared-ui/contract';
import { exists, type FolderFiles, readFolder } from '../disk.ts';
import { isRecord, parseJson } from '../fields.ts';
import { parseDeclaration, parseRemoteManifest, REMOTE_MANIFEST } from '../manifest.ts';
import { PlainError, reasonOf } from '../plain-error.ts';
import { type Code, readCode } from './code/read-code.ts';
import { RECEIPT_FILE } from './receipt.ts';

/** A built remote, as the clauses look at it. */
export interface Build {
  declaration: Declaration;
  /** Hashes that its remote.json brings along: of a copy that was published before. */
  hashes: Record<string, string>;
  /** What would be published. */
  files: FolderFiles;
  code: Code;
  /** The receipt's text, where there is one. */
  receipt: string | undefined;
}

/** A folder of which nothing more can be said, with the reasons. */
export interface Unreadable {
  faults: string[];
}

const hashesIn = (text: string): Record<string, string> => {
  const data = parseJson(text, REMOTE_MANIFEST);
  if (!isRecord(data) || data.files === undefined) return {};
  return parseRemoteManifest(text, REMOTE_MANIFEST).files;
};

/**
 * Reads a built remote.
 * @param receipt the text of a receipt from elsewhere; else the one beside remote.json counts
 */
export async function readBuilt(folder: string, receipt?: string): Promise<Build | Unreadable> {
  if (!(await exists(join(folder, REMOTE_MANIFEST)))) {
    return { faults: [`there is no ${REMOTE_MANIFEST} in ${folder}: name the folder that the build has written`] };
  }
  try {
    const files = await readFolder(folder);
    const text = files.get(REMOTE_MANIFEST)?.toString() ?? '';
    const declaration = parseDeclaration(text, REMOTE_MANIFEST);
    const own = files.get(RECEIPT_FILE)?.toString();
    for (const path of [...files.keys()]) if (/\.(br|gz)$/.test(path) || path === RECEIPT_FILE) files.delete(path);
    const code = await readCode(files, Object.keys(declaration.shared));
    return { declaration, hashes: hashesIn(text), files, code, receipt: receipt ?? own };
  } catch (thrown) {
    if (thrown instanceof PlainError) return { faults: [`MANIFEST_INVALID ${reasonOf(thrown)}`] };
    throw thrown;
  }
}
