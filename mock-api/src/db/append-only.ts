/** Tables whose rows the database itself protects: triggers refuse changes and deletions on both engines. */
import type { Engine } from './open.ts';

export const APPEND_ONLY = ['audit', 'audit_chain'] as const;
type AppendOnlyTable = (typeof APPEND_ONLY)[number];

interface Statements {
  add: readonly string[];
  /** Only the owner of the table may run them. */
  remove: readonly string[];
}

/** Returns the statements that protect a table and that lift its protection; the names are those of migration 0005. */
export function appendOnly(engine: Engine, table: AppendOnlyTable): Statements {
  if (engine === 'postgres') {
    return {
      add: [
        `create trigger ${table}_append_only before update or delete or truncate on ${table}
          for each statement execute function audit_is_append_only()`,
      ],
      remove: [`drop trigger ${table}_append_only on ${table}`],
    };
  }
  const changes = ['update', 'delete'];
  return {
    add: changes.map(
      (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, 'the audit log is append only'); end`,
    ),
    remove: changes.map((change) => `drop trigger ${table}_no_${change}`),
  };
}
