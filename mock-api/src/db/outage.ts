/** Tells a database that is gone for a while from a call that went wrong. */

/** Seconds after which callers may try again what an outage has kept from them. */
export const RETRY_OUTAGE = 5;

/** A statement got no answer in time: the database's machine is gone, or its network. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent';
}

/**
 * Codes of the operating system, and of PostgreSQL (its appendix A): no connection or a broken one (class 08), stopping or
 * starting (57P0x), full (53300), and no longer the primary (25006).
 */
const CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[1-4]|53300|25006)$/;
/** What pg says without a code: its connection broke, or none was to be had in time. */
const WORDS =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;

function causesOf(error: Error): unknown[] {
  return error instanceof AggregateError ? [...error.errors, error.cause] : [error.cause];
}

/** Whether an error says that the database can't be reached just now, itself or in what caused it. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error instanceof DatabaseSilent || WORDS.test(error.message)) return true;
  if ('code' in error && CODES.test(String(error.code))) return true;
  return causesOf(error).some(isOutage);
}
