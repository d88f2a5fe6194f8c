import { createHash } from 'node:crypto';
import { type FolderFiles, integrityOf } from 'server-kit/disk';
import { parseJson, readDocument } from 'server-kit/fields';
import { type FormOf, INTEGRITY, NAME, VERSION } from 'shared-ui/contract/documents';
import { REMOTE_MANIFEST } from '../../registry/manifest.ts';
import { showsSources } from '../../registry/source-maps.ts';

/** File that the conformance kit writes next to remote.json. It is never published. */
export const RECEIPT_FILE = 'conformance.json';

/** Raised with each clause added to the kit: a receipt of an earlier kit covers too little. */
export const KIT_VERSION = 2;

export interface Receipt {
  /** Version of the kit. */
  kit: number;
  name: string;
  version: string;
  /** Hash of the examined files (`digestOf`). */
  digest: string;
  /** When the examination ended, in ISO 8601. */
  at: string;
  /** Every clause of the kit -> whether it passed; `open` could not be checked. */
  clauses: Record<string, 'yes' | 'no' | 'open'>;
}

const RECEIPT: FormOf<Receipt> = {
  kind: 'object',
  required: {
    kit: { kind: 'count' },
    name: { kind: 'text', rule: NAME },
    version: { kind: 'text', rule: VERSION },
    digest: { kind: 'text', rule: INTEGRITY },
    at: { kind: 'text' },
    clauses: { kind: 'map', of: { kind: 'choice', of: ['no', 'open', 'yes'] } },
  },
  optional: {},
};

/** Fields that publishing adds to remote.json; a build and its published copy differ only in these. */
const ADDED_BY_PUBLISHING = ['files', 'sizes', 'bytes'];

/** Source maps run nowhere, and publishing changes how they are stored. */
const isExamined = (path: string) =>
  path !== RECEIPT_FILE && path !== REMOTE_MANIFEST && !/\.(br|gz)$/.test(path) && !showsSources(path);

/** Returns a build's declaration in an order that doesn't depend on how the file was written. */
function declaredIn(text: string): string {
  const declared = Object.entries(parseJson(text, REMOTE_MANIFEST) ?? {});
  const own = declared.filter(([field]) => !ADDED_BY_PUBLISHING.includes(field));
  return JSON.stringify(own.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns a hash over a build: the declaration in remote.json and every other file. It is the same before and after
 * publishing, and changes with any byte of a file.
 * @throws PlainError when remote.json is not JSON
 */
export function digestOf(files: FolderFiles): string {
  const lines = [...files]
    .filter(([path]) => isExamined(path))
    .map(([path, content]) => `${path} ${integrityOf(content)}`)
    .sort();
  const hash = createHash('sha384').update(declaredIn(files.get(REMOTE_MANIFEST)?.toString() ?? ''));
  return `sha384-${hash.update(`\n${lines.join('\n')}`).digest('base64')}`;
}

/** Parses a receipt. @throws PlainError that names the file and every faulty field */
export function parseReceipt(text: string, file: string): Receipt {
  return readDocument(text, file, RECEIPT);
}

export const formatReceipt = (receipt: Receipt): string => `${JSON.stringify(receipt, null, 2)}\n`;
