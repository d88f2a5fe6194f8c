import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FormOf } from 'shared-ui/contract/documents';
import {
  type CriticalKeys,
  englishOf,
  hashOf,
  isCritical,
  type Signature,
  type Signatures,
} from 'shared-ui/contract/review';
import { replaceFile } from '../disk.ts';
import { readDocument } from '../fields.ts';
import { type Catalogue, readCatalogues, translationOf } from './catalogues.ts';

/** A critical text of a language, and its signature. */
export interface CriticalText {
  catalogue: Catalogue;
  /** Package whose folder `review` has the signatures. */
  owner: string;
  /** Key in the catalogue, such as `need.urgent`. */
  key: string;
  /** Catalogue and key, such as `timeline-mfe/requests:need.urgent`. */
  id: string;
  english: string;
  translation: string;
  /** Hash of both texts. */
  hash: string;
  /** The signature in the repository, which is void if it has another hash; undefined if there is none. */
  signature: Signature | undefined;
}

/** A critical text that waits for a reviewer. */
export type Unsigned = Pick<CriticalText, 'owner' | 'id' | 'english' | 'translation'>;

/** A text as a reviewer has signed it. */
export type Signed = Unsigned & Pick<Signature, 'by' | 'on'>;

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

/** Returns whether the repository has a valid signature of a text. */
export const isSigned = ({ hash, signature }: CriticalText): boolean => signature?.hash === hash;

/** Returns the critical texts of a language, in the order of the catalogues. */
export async function criticalTexts(
  tag: string,
  root: string,
  catalogues: readonly Catalogue[] = readCatalogues(root),
): Promise<CriticalText[]> {
  const texts = catalogues.map((catalogue) => {
    const { id: name, english: sources } = catalogue;
    const owner = ownerOf(catalogue);
    const critical = readCritical(root, owner);
    const signatures = readSignatures(root, owner, tag);
    const chosen = [...translationOf(catalogue, tag, root)].filter(([key]) => isCritical(critical, name, key));
    return chosen.map(async ([key, translation]): Promise<CriticalText> => {
      const id = `${name}:${key}`;
      const english = englishOf(sources, key) ?? '';
      const hash = await hashOf(english, translation);
      return { catalogue, owner, key, id, english, translation, hash, signature: signatures[id] };
    });
  });
  return Promise.all(texts.flat());
}

/** Returns the critical texts of a language that nobody has signed as they are. French is the product's own. */
export async function readReview(tag: string, root: string): Promise<ReviewState> {
  if (tag === 'fr') return { critical: 0, unsigned: [] };
  const texts = await criticalTexts(tag, root);
  return { critical: texts.length, unsigned: texts.filter((text) => !isSigned(text)) };
}

/** Signs texts of a language as reviewers approved them. */
export async function sign(tag: string, texts: readonly Signed[], root: string): Promise<void> {
  for (const [owner, signed] of Map.groupBy(texts, (text) => text.owner)) {
    const entries = await Promise.all(
      signed.map(
        async ({ id, english, translation, by, on }): Promise<[string, Signature]> => [
          id,
          { hash: await hashOf(english, translation), by, on },
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
