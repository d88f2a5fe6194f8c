import { createHash } from 'node:crypto';
import { type FormOf, INTEGRITY, NAME, read, VERSION } from 'shared-ui/contract/documents';
import { type FolderFiles, integrityOf } from '../disk.ts';
import { parseJson, readDocument } from '../fields.ts';
import { REMOTE_MANIFEST } from '../manifest.ts';

/** Where the conformance kit leaves its receipt, beside remote.json. It is never published. */
export const RECEIPT_FILE = 'conformance.json';

/** Raised with each clause that the kit gains: a receipt of an earlier kit says less than is asked. */
export const KIT_VERSION = 2;

/** What the conformance kit found out about one build, for the gate. */
export interface Receipt {
  /** Version of the kit. */
  kit: number;
  name: string;
  version: string;
  /** The hash of what was examined (`digestOf`). */
  digest: string;
  /** When the examination ended, in ISO 8601. */
  at: string;
  /** Every clause of the kit -> whether it holds; `open` could not be looked at. */
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

/** What publishing writes into remote.json: a build and its published copy differ by these fields only. */
const ADDED_BY_PUBLISHING = ['files', 'sizes', 'bytes'];

const isExamined = (path: string) => path !== RECEIPT_FILE && path !== REMOTE_MANIFEST && !/\.(br|gz)$/.test(path);

/** What a build declares, in an order that does not depend on how the file was written. */
function declaredIn(text: string): string {
  const declared = Object.entries(parseJson(text, REMOTE_MANIFEST) ?? {});
  const own = declared.filter(([field]) => !ADDED_BY_PUBLISHING.includes(field));
  return JSON.stringify(own.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * A hash over a build: what its remote.json declares and every other file. It is the same before and after publishing, and
 * another one as soon as a byte of a file changes. Throws PlainError where remote.json is no JSON.
 */
export function digestOf(files: FolderFiles): string {
  const lines = [...files]
    .filter(([path]) => isExamined(path))
    .map(([path, content]) => `${path} ${integrityOf(content)}`)
    .sort();
  const hash = createHash('sha384').update(declaredIn(files.get(REMOTE_MANIFEST)?.toString() ?? ''));
  return `sha384-${hash.update(`\n${lines.join('\n')}`).digest('base64')}`;
}

/** Reads and checks a receipt. Throws one sentence that names the file and every faulty field. */
export function parseReceipt(text: string, file: string): Receipt {
  return readDocument(text, file, (value, fault) => read<Receipt>(RECEIPT, value, fault));
}

/** The receipt as its file holds it. */
export const formatReceipt = (receipt: Receipt): string => `${JSON.stringify(receipt, null, 2)}\n`;
