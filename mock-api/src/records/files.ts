/** Files inside resources: cut out of the JSON before a resource is stored, and looked at before anyone opens one. */
import { isUtf8 } from 'node:buffer';
import { sha256, stableId } from '../security/secrets.ts';
import { isObject } from './fhir/json.ts';
import type { FileType } from './map/context.ts';

/** Largest file that is stored, in bytes. */
const MAX_BYTES = 20 * 1024 * 1024;

/** First bytes, as hex -> type. */
const SIGNATURES: readonly [string, FileType][] = [
  ['255044462d', 'application/pdf'],
  ['89504e470d0a1a0a', 'image/png'],
  ['ffd8ff', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['474946383761', 'image/gif'],
];

const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';

/** Whether a byte of UTF-8 is a control character other than white space (9 to 13). */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 32) || byte === 127;

/** Returns whether bytes are text to read: neither markup nor control characters. */
function isPlainText(bytes: Buffer): boolean {
  if (bytes.length === 0 || !isUtf8(bytes) || bytes.some(isControl)) return false;
  return !/^\s*[<{]/.test(bytes.toString('utf8'));
}

/** Returns the type of a file by its content; what it is declared to be only decides about text. */
export function fileTypeOf(bytes: Buffer, declared: string): FileType | null {
  const start = bytes.subarray(0, 16).toString('hex');
  const known = SIGNATURES.find(([signature]) => start.startsWith(signature))?.[1];
  if (known) return known;
  if (isWebp(bytes)) return 'image/webp';
  return declared.toLowerCase().startsWith('text/plain') && isPlainText(bytes) ? 'text/plain' : null;
}

interface CutFile {
  id: string;
  type: FileType | null;
  /** Base64; empty for a file that can't be opened. */
  bytes: string;
}

function cut(id: string, data: string, declared: unknown): CutFile {
  // Some sources break lines in Base64, which Node ignores.
  const bytes = Buffer.from(data, 'base64');
  const type = bytes.length > MAX_BYTES ? null : fileTypeOf(bytes, typeof declared === 'string' ? declared : '');
  return { id, type, bytes: type === null ? '' : bytes.toString('base64') };
}

/**
 * Returns the value with the content of each attachment replaced by `fileId`, and the files.
 * @param of names the resource: the same content at the same place has the same id
 */
export function cutFiles(value: unknown, of: readonly string[]): { value: unknown; files: CutFile[] } {
  const files: CutFile[] = [];
  const walk = (item: unknown, place: string): unknown => {
    if (Array.isArray(item)) return item.map((part, index) => walk(part, `${place}/${index}`));
    if (!isObject(item)) return item;
    const { data, ...rest } = item;
    const isAttachment = typeof data === 'string' && typeof item.contentType === 'string';
    const parts = Object.entries(isAttachment ? rest : item).map(([name, part]) => [
      name,
      walk(part, `${place}/${name}`),
    ]);
    const walked = Object.fromEntries(parts) as Record<string, unknown>;
    if (!isAttachment) return walked;
    const id = stableId('fhir-file', ...of, place, sha256(data));
    files.push(cut(id, data, item.contentType));
    return { ...walked, fileId: id };
  };
  return { value: walk(value, ''), files };
}
