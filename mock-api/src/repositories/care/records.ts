/** Reads what came from a hospital's own system, and media: pictures and documents, of the demo too. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Localized, localized, type MediaDocument } from '../../common/documents.ts';
import { type Locale, textIn } from '../../common/i18n.ts';
import type { ItemBodies, ItemKind } from '../../common/record-documents.ts';
import { languageIn } from '../../common/text/language.ts';
import type { Media, RecordHoldReason, RecordLinkState } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';

/** What a reader may see of a patient's rows. `shared`: without what is withheld from supporters. */
export type Scope = 'all' | 'shared';

/** Values of `withheld` within a scope. */
export const withheldIn = (scope: Scope): number[] => (scope === 'all' ? [0, 1] : [0]);

/** An item in its reader's language. */
export interface RecordItem<Kind extends ItemKind = ItemKind> {
  id: string;
  code: string | null;
  /** Changes with the content. */
  hash: string;
  /** Date as precise as the source gave it, or a UTC time. */
  at: string | null;
  until: string | null;
  body: Localized<ItemBodies[Kind]>;
}

/** Returns a body with the language of its words, if the hospital's system does not name it. */
const withLanguage = <Body extends object>(body: Body): Body =>
  'lang' in body && body.lang === null ? { ...body, lang: languageIn(body) } : body;

/** An item in both languages. */
export type StoredItem<Kind extends ItemKind> = Omit<RecordItem, 'body'> & { body: ItemBodies[Kind] };

/**
 * Returns a user's items of one kind, newest first, those without a date last.
 * @param codes limits them to these groups
 */
export async function listStoredItems<Kind extends ItemKind>(
  db: Db,
  userId: string,
  kind: Kind,
  scope: Scope,
  codes?: readonly string[],
): Promise<StoredItem<Kind>[]> {
  const rows = await db
    .selectFrom('record_items')
    .select(['id', 'code', 'hash', 'at', 'until', 'document'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('withheld', 'in', withheldIn(scope))
    .$if(codes !== undefined, (query) => query.where('code', 'in', codes ?? []))
    .execute();
  const items = rows.map(({ document, ...row }) => ({
    ...row,
    body: withLanguage(JSON.parse(document) as ItemBodies[Kind]),
  }));
  return items.sort((one, other) => (other.at ?? '').localeCompare(one.at ?? '') || (one.id < other.id ? -1 : 1));
}

/** Returns a user's items of one kind in the reader's language, in the same order. */
export async function listItems<Kind extends ItemKind>(
  db: Db,
  userId: string,
  kind: Kind,
  { scope, locale }: { scope: Scope; locale: Locale },
): Promise<RecordItem<Kind>[]> {
  const items = await listStoredItems(db, userId, kind, scope);
  return items.map((item) => ({ ...item, body: localized(item.body, locale) }));
}

export async function hasItem(db: Db, userId: string, kind: ItemKind, id: string, scope: Scope): Promise<boolean> {
  const row = await db
    .selectFrom('record_items')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('id', '=', id)
    .where('withheld', 'in', withheldIn(scope))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the codes of a user's measurements that were taken more than once, by the measurement's id.
 * @param scope limits them to what a supporter may see
 * @param ids limits them to the codes of these measurements
 */
export async function listSeriesCodes(
  db: Db,
  userId: string,
  scope: Scope,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids?.length === 0) return new Map();
  const measurements = db.selectFrom('record_items').where('user_id', '=', userId).where('kind', '=', 'observation');
  const rows = await measurements
    .select(['id', 'code'])
    .where('withheld', 'in', withheldIn(scope))
    .$if(ids !== undefined, (query) =>
      query.where('code', 'in', measurements.select('code').where('id', 'in', ids ?? [])),
    )
    .execute();
  const sizes = new Map<string | null, number>();
  for (const { code } of rows) sizes.set(code, (sizes.get(code) ?? 0) + 1);
  return new Map(rows.flatMap(({ id, code }) => (code !== null && (sizes.get(code) ?? 0) > 1 ? [[id, code]] : [])));
}

/** A user's link to a source that has been read. */
interface ReadLink {
  source: string;
  state: RecordLinkState;
  reason: RecordHoldReason | null;
  checkedAt: string;
}

/** Returns the links of a user's record that have been read at least once, the last read first. */
export async function readLinks(db: Db, userId: string): Promise<ReadLink[]> {
  return db
    .selectFrom('fhir_links')
    .select(['source', 'state', 'reason', 'checked_at as checkedAt'])
    .where('user_id', '=', userId)
    .where('checked_at', '<>', '')
    .orderBy('checked_at', 'desc')
    .execute();
}

/** Returns those of these users of whom a source has sent a record. */
export async function linkedAmong(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('fhir_links')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('checked_at', '<>', '')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** Files of the demo's content. */
const FOLDER = join(import.meta.dirname, '../../demo/media');

/**
 * Returns the description for clients.
 * @param base URL below which the media of its owner are served
 */
export function toMedia(document: MediaDocument, base: string, locale: Locale): Media {
  const { file: _file, stored: _stored, ...fields } = document;
  return { ...localized(fields, locale), url: `${base}/${document.id}` };
}

/** Returns the bytes of a file in a user's record; undefined if it is not there, or can't be opened. */
export async function readStoredFile(db: Db, userId: string, id: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('fhir_files')
    .select('bytes')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('type', 'is not', null)
    .executeTakeFirst();
  return row && Buffer.from(row.bytes, 'base64');
}

/**
 * Reads the file of one of a user's media in one language. Its name comes from stored content only, never from a request.
 * @returns undefined if it is no longer stored
 */
export async function readMedia(
  db: Db,
  userId: string,
  { file, stored }: MediaDocument,
  locale: Locale,
): Promise<Buffer | undefined> {
  if (stored !== undefined) return readStoredFile(db, userId, stored);
  return readFile(join(FOLDER, typeof file === 'string' ? file : textIn(file, locale)));
}
