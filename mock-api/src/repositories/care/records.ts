/** Reads what came from a hospital's own system. */
import { type Localized, localized } from '../../common/documents.ts';
import type { Locale } from '../../common/i18n.ts';
import type { ItemBodies, ItemKind } from '../../common/record-documents.ts';
import type { Db } from '../../db/schema.ts';
import { type Scope, withheldIn } from './scope.ts';

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

/**
 * Returns a user's items of one kind, newest first, those without a date last.
 * @param code limits them to one group
 */
export async function listItems<Kind extends ItemKind>(
  db: Db,
  userId: string,
  kind: Kind,
  { scope, locale, code }: { scope: Scope; locale: Locale; code?: string | undefined },
): Promise<RecordItem<Kind>[]> {
  const rows = await db
    .selectFrom('record_items')
    .select(['id', 'code', 'hash', 'at', 'until', 'document'])
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .$if(scope === 'shared', (query) => query.where('withheld', '=', 0))
    .$if(code !== undefined, (query) => query.where('code', '=', code ?? ''))
    .execute();
  const items = rows.map(({ document, ...row }) => ({
    ...row,
    body: localized(JSON.parse(document) as ItemBodies[Kind], locale),
  }));
  return items.sort((one, other) => (other.at ?? '').localeCompare(one.at ?? '') || (one.id < other.id ? -1 : 1));
}

/** Returns whether a user has an item of this kind. */
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

/** Returns when a user's record was last read from a source; undefined if it has none. */
export async function checkedAt(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('fhir_links')
    .select(({ fn }) => fn.max('checked_at').as('at'))
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.at ?? undefined;
}

/** Returns those of these users of whom a source has sent a record. */
export async function linkedAmong(db: Db, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (userIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('fhir_links')
    .select('user_id')
    .where('user_id', 'in', userIds)
    .where('checked_at', 'is not', null)
    .execute();
  return new Set(rows.map((row) => row.user_id));
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
