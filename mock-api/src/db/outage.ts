/** Distinguishes a temporarily unreachable database from a failed statement. */

/** Seconds after which clients may retry requests that failed because of an outage. */
export const RETRY_OUTAGE = 5;

/** A statement timed out: the database server or its network is unreachable. */
export class DatabaseTimeout extends Error {
  override readonly name = 'DatabaseSilent';
}

/**
 * Codes of the operating system and of PostgreSQL (its appendix A): no connection or a broken one (class 08), stopping
 * or starting (57P0x), too many connections (53300), and no longer the primary (25006).
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-4]|53300|25006)$/;
/** Messages of pg without a code: the connection broke, or none was available in time. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

function causesOf(error: Error): unknown[] {
  return error instanceof AggregateError ? [...error.errors, error.cause] : [error.cause];
}

/** Returns whether an error, or one of its causes, means that the database is currently unreachable. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseTimeout || WORDS.test(error.message)) return true;
  if ('code' in error && CODES.test(String(error.code))) return true;
  return causesOf(error).some(isOutage);
}
