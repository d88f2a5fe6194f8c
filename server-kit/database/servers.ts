/** PostgreSQL addresses that may name several servers, as libpq reads them: `postgres://user@host1:5432,host2/name`. */

const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/is;

/** Returns an address for each server that a PostgreSQL URL names, in the same order; one address for other texts. */
export function serversOf(url: string): string[] {
  const [, start, hosts = '', rest] = PARTS.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${start}${host}${rest}`) : [url];
}

/** PostgreSQL's error code for a write on a server that is not, or no longer, the primary. */
export const READ_ONLY = '25006';

class StandbyError extends Error {
  override readonly name = 'StandbyError';
  readonly code = READ_ONLY;
}

interface Queryable {
  query(statement: string): Promise<{ rows: { transaction_read_only: string }[] }>;
}

/** @throws an error with the code READ_ONLY if this connection's server is a standby */
export async function requirePrimary(client: Queryable): Promise<void> {
  const { rows } = await client.query('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new StandbyError('the database server is a standby');
}
