/** `npm run import-fhir -- FILE_OR_FOLDER --patient CODE [--subject Patient/x] [--dry-run] [--force]`: imports FHIR resources. */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Environment } from 'server-kit/environment';
import { readConfig } from '../config/config.ts';
import { type ImportReport, importFiles, removeImported } from '../records/import/import.ts';
import { findNames } from '../records/words/concept.ts';
import { findUserByWristband } from '../repositories/accounts/users.ts';
import { type CommandResult, OperatorError, printResult, resultOf, withStore } from './command.ts';

const USAGE = [
  'Usage: npm run import-fhir -- FILE_OR_FOLDER --patient CODE [--subject Patient/ID] [--dry-run] [--force]',
  '  FILE_OR_FOLDER  FHIR R4 resources or Bundles (.json), or one a line (.ndjson)',
  '  --patient       wristband code of the patient in whose record they go, such as ER10000001',
  '  --subject       whose resources are imported, if the files are of several patients',
  '  --dry-run       prints both identities and what would change, and changes nothing',
  '  --force         imports even if family name, date of birth or band code differ',
  '  --remove        instead of files: remove all that was imported for the patient',
  'Reads DATABASE_URL or DATA_DIR, BRAND_FILE, FHIR_NAMES_FILE and FHIR_IDENTIFIER_SYSTEM, like the API.',
].join('\n');

interface Arguments {
  /** Undefined: remove what was imported. */
  path: string | undefined;
  code: string;
  subject: string | undefined;
  isForced: boolean;
  isDry: boolean;
}

const OPTIONS = {
  patient: { type: 'string' },
  subject: { type: 'string' },
  force: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  remove: { type: 'boolean', default: false },
} as const;

/** @throws OperatorError with the usage text */
function readArguments(args: readonly string[]): Arguments {
  try {
    const { positionals, values } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [path, ...others] = positionals;
    const isOne = (path === undefined) === values.remove && others.length === 0;
    if (!isOne || values.patient === undefined) throw new OperatorError(USAGE);
    const { patient: code, subject, force: isForced, 'dry-run': isDry } = values;
    if (path === undefined && (isForced || isDry)) throw new OperatorError(USAGE);
    return { path, code, subject, isForced, isDry };
  } catch {
    throw new OperatorError(USAGE);
  }
}

const MOST_NAMED = 10;

function describe(
  { subject, compared, stored, unchanged, added, changed, removed, others, clashes, unreadable }: ImportReport,
  isDry: boolean,
): string {
  const named = (items: readonly string[]) =>
    `${items.slice(0, MOST_NAMED).join(', ')}${items.length > MOST_NAMED ? ', …' : ''}`;
  return [
    ...compared,
    `${isDry ? 'Would import' : 'Imported'} ${subject}: ${stored} resources stored, ${unchanged} unchanged.`,
    `The patient's record: ${added} entries added, ${changed} changed, ${removed} removed.`,
    ...(others > 0 ? [`Not imported: ${others} resources of other patients, or of none.`] : []),
    ...(clashes.length > 0 ? [`Came twice with different content, of which the first counts: ${named(clashes)}.`] : []),
    ...(unreadable.length > 0
      ? [`Cannot be read: ${named(unreadable.map(({ where, why }) => `${where} (${why})`))}.`]
      : []),
  ].join('\n');
}

export function performImport(args: readonly string[], env: Environment): Promise<CommandResult> {
  return resultOf(async () => {
    const { path, code, ...options } = readArguments(args);
    if (path !== undefined && !existsSync(path)) throw new OperatorError(`There is no file or folder at ${path}.`);
    const { brand, explainUrl, fhir, recordNames } = readConfig(env);
    const isExplained = explainUrl !== undefined;
    const settings = { nameOf: findNames(recordNames), hospital: brand.hospital, isExplained };
    return withStore(env, async ({ db }) => {
      const user = await findUserByWristband(db, code);
      if (!user) throw new OperatorError(`No patient has a wristband with the code ${code}.`);
      if (path === undefined) return `${await removeImported(db, user.id)} entries are removed.`;
      const systems = fhir ?? { identifierSystem: '', recordSystem: undefined };
      const report = await importFiles(db, settings, { path, user, systems, ...options });
      return describe(report, options.isDry);
    });
  });
}

if (import.meta.main) printResult(await performImport(process.argv.slice(2), process.env));
