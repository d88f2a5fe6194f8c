import { nameKeys } from '../../common/text/similar-names.ts';
import type { Db, UsersTable } from '../../db/schema.ts';

/** Replaces the keys of a patient's name, by which the desk finds similar names. */
export async function storeNameKeys(
  db: Db,
  { id, first_name: first, last_name: last }: Pick<UsersTable, 'id' | 'first_name' | 'last_name'>,
): Promise<void> {
  await db.deleteFrom('name_keys').where('user_id', '=', id).execute();
  const rows = nameKeys(first, last).map((key) => ({ key, user_id: id }));
  if (rows.length > 0) await db.insertInto('name_keys').values(rows).execute();
}
