import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from 'server-kit/disk';
import { readDocument } from 'server-kit/fields';
import type { FormOf } from 'shared-ui/contract/documents';
import {
  type CriticalKeys,
  englishOf,
  hashOf,
  isCritical,
  type Signature,
  type Signatures,
  unsignedKeys,
} from 'shared-ui/contract/review';
import { type Catalogue, readCatalogues, translationOf } from './catalogues.ts';

/** A critical text that waits for a reviewer. */
export interface Unsigned {
  /** Package whose folder `review` has the signatures. */
  owner: string;
  /** Catalogue and key, such as `timeline-mfe/requests:need.urgent`. */
  id: string;
  english: string;
  translation: string;
}

export interface ReviewState {
  /** How many critical texts the language has. */
  critical: number;
  unsigned: Unsigned[];
}

const CRITICAL: FormOf<CriticalKeys> = { kind: 'map', of: { kind: 'list', of: { kind: 'text' } } };
const SIGNATURES: FormOf<Signatures> = {
  kind: 'map',
  of: {
    kind: 'object',
    required: { hash: { kind: 'text' }, by: { kind: 'text' }, on: { kind: 'text' } },
    optional: {},
  },
};

const ownerOf = (catalogue: Catalogue): string => catalogue.fileOf('en').split('/')[0] ?? '';
const signaturesFile = (owner: string, tag: string) => `${owner}/review/${tag}.json`;

function readIfThere<T extends object>(root: string, file: string, form: FormOf<T>): T | undefined {
  const path = join(root, file);
  return existsSync(path) ? readDocument<T>(readFileSync(path, 'utf8'), file, form) : undefined;
}

const readSignatures = (root: string, owner: string, tag: string): Signatures =>
  readIfThere(root, signaturesFile(owner, tag), SIGNATURES) ?? {};

const readCritical = (root: string, owner: string): CriticalKeys =>
  readIfThere(root, `${owner}/review/critical.json`, CRITICAL) ?? {};

/** Returns the critical texts of a language that nobody has signed as they are. French is the product's own. */
export async function readReview(tag: string, root: string): Promise<ReviewState> {
  if (tag === 'fr') return { critical: 0, unsigned: [] };
  const states = await Promise.all(
    readCatalogues(root).map(async (catalogue): Promise<ReviewState> => {
      const { id, english } = catalogue;
      const owner = ownerOf(catalogue);
      const critical = readCritical(root, owner);
      const translation = translationOf(catalogue, tag, root);
      const keys = await unsignedKeys(
        id,
        { english, translation },
        { critical, signatures: readSignatures(root, owner, tag) },
      );
      return {
        critical: [...translation.keys()].filter((key) => isCritical(critical, id, key)).length,
        unsigned: keys.map((key) => ({
          owner,
          id: `${id}:${key}`,
          english: englishOf(english, key) ?? '',
          translation: translation.get(key) ?? '',
        })),
      };
    }),
  );
  return {
    critical: states.reduce((sum, { critical }) => sum + critical, 0),
    unsigned: states.flatMap(({ unsigned }) => unsigned),
  };
}

/**
 * Signs texts of a language as a reviewer approved them.
 * @param day of the review, such as 2026-11-29
 */
export async function sign(
  tag: string,
  texts: readonly Unsigned[],
  by: string,
  day: string,
  root: string,
): Promise<void> {
  for (const [owner, signed] of Map.groupBy(texts, (text) => text.owner)) {
    const entries = await Promise.all(
      signed.map(
        async ({ id, english, translation }): Promise<[string, Signature]> => [
          id,
          { hash: await hashOf(english, translation), by, on: day },
        ],
      ),
    );
    const all = { ...readSignatures(root, owner, tag), ...Object.fromEntries(entries) };
    const sorted = Object.fromEntries(Object.entries(all).toSorted(([a], [b]) => (a < b ? -1 : 1)));
    const path = join(root, signaturesFile(owner, tag));
    await mkdir(dirname(path), { recursive: true });
    await replaceFile(path, `${JSON.stringify(sorted, undefined, 2)}\n`);
  }
}

/**
 * Asks about each text, and signs those that are approved. Ends early at "q"; what was approved until then is signed.
 * Returns how many were signed.
 */
export async function review(
  tag: string,
  by: string,
  ask: (question: string) => Promise<string>,
  { day, root }: { day: string; root: string },
): Promise<number> {
  const approved: Unsigned[] = [];
  const { unsigned } = await readReview(tag, root);
  for (const [index, text] of unsigned.entries()) {
    const place = `${index + 1} of ${unsigned.length}  ${text.id}`;
    const answer = await ask(`\n${place}\n  ${text.english}\n  ${text.translation}\nRight? (y/n/q) `);
    if (answer.trim().toLowerCase() === 'q') break;
    if (answer.trim().toLowerCase() === 'y') approved.push(text);
  }
  await sign(tag, approved, by, day, root);
  return approved.length;
}
