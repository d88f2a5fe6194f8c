/** A hospital's own names of codes, read from a file. */
import { readFileSync } from 'node:fs';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/schema';

const Name = Type.Object({ en: Type.String({ minLength: 1 }), fr: Type.String({ minLength: 1 }) });
/** System -> code -> plain name. */
const NamesTable = Type.Record(Type.String(), Type.Record(Type.String(), Name));
export type NamesTable = Static<typeof NamesTable>;

/** Reads FHIR_NAMES_FILE; empty without one. Adds a sentence to `problems` if the file cannot be used. */
export function readRecordNames(file: string | undefined, problems: string[]): NamesTable {
  if (file === undefined) return {};
  try {
    const table: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (Check(NamesTable, table)) return table;
    problems.push(`FHIR_NAMES_FILE ${file} must hold {"SYSTEM": {"CODE": {"en": "…", "fr": "…"}}}`);
  } catch (error) {
    problems.push(`FHIR_NAMES_FILE ${file} ${error instanceof SyntaxError ? 'is not valid JSON' : 'cannot be read'}`);
  }
  return {};
}
