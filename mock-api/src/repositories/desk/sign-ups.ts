/** People who signed up out of interest. */
import type { SignUp } from '../../contract.ts';
import type { Db } from '../../db/schema.ts';
import type { PageOf } from './page.ts';

/** Returns one page of the sign-ups, newest first; all of them without a limit. */
export async function listSignUps(db: Db, { after, limit }: Partial<PageOf> = {}): Promise<SignUp[]> {
  const table = db.selectFrom('interest_sign_ups').selectAll();
  const last = after === undefined ? undefined : await table.where('email', '=', after).executeTakeFirst();
  if (after !== undefined && !last) return [];
  let query = table.orderBy('created_at', 'desc').orderBy('email', 'desc');
  if (limit !== undefined) query = query.limit(limit);
  if (last) {
    query = query.where((row) => row(row.refTuple('created_at', 'email'), '<', row.tuple(last.created_at, last.email)));
  }
  return (await query.execute()).map((row) => ({
    id: row.email,
    email: row.email,
    name: row.name,
    city: row.city,
    optIn: row.opt_in === 1,
    createdAt: row.created_at,
  }));
}
