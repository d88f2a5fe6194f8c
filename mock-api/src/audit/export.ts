/**
 * Export of the audit log as signed lines of JSON, by person and period. The first line says what was asked for, the
 * last one holds the signature over everything before it (docs/operate.md#export-the-audit-log).
 */
import { createHash, createPublicKey, type Hash, type KeyObject, sign, verify } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Db } from '../db/schema.ts';
import { type AuditRow, type AuditSelection, entriesAfter, type Head } from '../repositories/audit-chain.ts';
import { auditEventOf } from './out/fhir.ts';

const FORMAT = 'lodestar-audit-export';
const VERSION = 1;
/** Entries read at a time. */
const PAGE = 1_000;

interface ExportHeader extends AuditSelection {
  format: typeof FORMAT;
  version: typeof VERSION;
  exportedAt: string;
}

interface Signature {
  entries: number;
  algorithm: 'Ed25519';
  /** SHA-256 of the public key (SPKI, DER), as hex. */
  key: string;
  /** Base64, over the format's name, its version and the SHA-256 of all lines before, each ended by a line feed. */
  signature: string;
}

const fingerprint = (key: KeyObject): string =>
  createHash('sha256')
    .update(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    .digest('hex');

const signedText = (digest: string): Buffer => Buffer.from(`${FORMAT}\n${VERSION}\n${digest}\n`);

interface ExportLine {
  line: string;
  /** False: it says something about the export. */
  isEntry: boolean;
}

/** Yields the entries of a selection, oldest first, each with its place in the hash chain if it has one already. */
async function* selectedEntries(db: Db, selection: AuditSelection): AsyncGenerator<{ row: AuditRow; link?: Head }> {
  let last: AuditRow | undefined;
  for (;;) {
    const rows = await entriesAfter(db, selection, last, PAGE);
    for (const { number, hash, ...row } of rows) {
      yield { row, ...(number !== null && hash !== null && { link: { number: Number(number), hash } }) };
      last = row;
    }
    if (rows.length < PAGE) return;
  }
}

/**
 * Yields the lines of an export, each with its line feed, oldest entry first. An entry's `link` is its place in the
 * hash chain, which `npm run audit -- verify` checks; null for the newest ones.
 * @param key Ed25519 private key
 */
export async function* exportLines(db: Db, selection: AuditSelection, key: KeyObject): AsyncGenerator<ExportLine> {
  const hash = createHash('sha256');
  const hashed = (value: object) => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    return line;
  };
  const header = { format: FORMAT, version: VERSION, exportedAt: new Date().toISOString() } as const;
  yield { line: hashed({ ...header, ...selection } satisfies ExportHeader), isEntry: false };
  let entries = 0;
  for await (const { row, link } of selectedEntries(db, selection)) {
    yield { line: hashed({ ...row, link: link ? `${link.number}:${link.hash}` : null }), isEntry: true };
    entries += 1;
  }
  const signature = sign(null, signedText(hash.digest('hex')), key).toString('base64');
  const end: Signature = { entries, algorithm: 'Ed25519', key: fingerprint(key), signature };
  yield { line: `${JSON.stringify(end)}\n`, isEntry: false };
}

/** Yields the lines of an export as FHIR AuditEvents, as AUDIT_FHIR_FILE has them, oldest entry first. */
export async function* eventLines(db: Db, selection: AuditSelection, publicUrl: string): AsyncGenerator<ExportLine> {
  for await (const { row, link } of selectedEntries(db, selection))
    yield { line: `${auditEventOf(row, publicUrl, link)}\n`, isEntry: true };
}

/** Why a file is not a genuine export. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
}

function parse<Line>(line: string): Line {
  try {
    return JSON.parse(line) as Line;
  } catch {
    throw new ExportError('A line is not JSON: this is not a complete export.');
  }
}

function checkSignature(line: string, { digest, count, key }: { digest: Hash; count: number; key: KeyObject }): void {
  const { entries, algorithm, signature } = parse<Partial<Signature>>(line);
  if (typeof signature !== 'string' || algorithm !== 'Ed25519')
    throw new ExportError('The last line is not a signature: the file was cut off.');
  if (!verify(null, signedText(digest.digest('hex')), key, Buffer.from(signature, 'base64')))
    throw new ExportError('The signature is wrong: a line was changed, added or removed, or another key signed.');
  if (entries !== count) throw new ExportError(`The file has ${count} entries, not the ${entries} that were signed.`);
}

/**
 * Reads an export and checks its signature.
 * @param key Ed25519 public key
 * @returns the header, and the number of entries
 * @throws ExportError if the file was altered, cut off, or signed with another key
 */
export async function verifyExport(file: string, key: KeyObject): Promise<{ header: ExportHeader; entries: number }> {
  const digest = createHash('sha256');
  let count = 0;
  let header: ExportHeader | undefined;
  let last: string | undefined;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: 0 })) {
    if (last !== undefined) {
      if (header === undefined) header = parse<ExportHeader>(last);
      else count += 1;
      digest.update(`${last}\n`);
    }
    last = line;
  }
  if (last === undefined || header?.format !== FORMAT || header.version !== VERSION)
    throw new ExportError('This is not an export of the audit log.');
  checkSignature(last, { digest, count, key });
  return { header, entries: count };
}
