/**
 * PostgreSQL roles. The owner migrates; the application reads and writes rows, and can only add to the audit log: it can
 * neither change the log nor lift its protection.
 */
import { type Kysely, sql } from 'kysely';
import { serversOf } from 'server-kit/database/servers';
import type { Environment } from 'server-kit/environment';
import { withSecretFrom } from 'server-kit/outside/secret-files';
import { APPEND_ONLY } from './append-only.ts';

/** Returns the settings with the address of the tables' owner, if there is one, as that of the database. */
export const withOwnerUrl = (env: Environment): Environment =>
  withSecretFrom(env, 'DATABASE_URL', 'DATABASE_OWNER_URL');

/** Returns the role that connects with this address. */
export const roleIn = (url: string): string => decodeURIComponent(new URL(serversOf(url)[0] ?? url).username);

/**
 * Grants the application's role what it needs on a service's tables and no more. Does nothing if that role is the
 * current one, which owns them.
 * @param tables all tables of the service
 * @param log the table of its migrations, which the application only reads
 */
export async function grantToApplication<Tables>(
  db: Kysely<Tables>,
  role: string,
  tables: readonly string[],
  log: string,
): Promise<void> {
  const { rows } = await sql<{ user: string }>`select current_user as "user"`.execute(db);
  if (rows[0]?.user === role) return;
  const granted = sql.id(role);
  for (const table of tables) {
    const added = (APPEND_ONLY as readonly string[]).includes(table);
    const rights = table === log ? 'select' : added ? 'select, insert' : 'select, insert, update, delete';
    await sql`revoke all on ${sql.table(table)} from ${granted}`.execute(db);
    await sql`grant ${sql.raw(rights)} on ${sql.table(table)} to ${granted}`.execute(db);
  }
  await sql`grant usage on all sequences in schema public to ${granted}`.execute(db);
}

/** Returns whether the current role owns the audit log, so that it could lift the log's protection. */
export async function ownsAudit<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ owns: boolean }>`select pg_has_role(current_user, relowner, 'usage') as owns
    from pg_class where oid = 'audit'::regclass`.execute(db);
  return rows[0]?.owns === true;
}
