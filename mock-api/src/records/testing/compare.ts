/** Compares what an import shows of a package's examples with the tables written by hand. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Resource } from '../fhir/datatypes.ts';
import { isSharedType, ownKey, subjectsOf } from '../fhir/references.ts';
import { readResources } from '../import/read-files.ts';
import { Records, readTables } from './by-hand.ts';

/** Types with a mapper, of which every example is in a table. */
export const CLINICAL: ReadonlySet<string> = new Set([
  'Observation',
  'DiagnosticReport',
  'MedicationRequest',
  'MedicationStatement',
  'MedicationAdministration',
  'AllergyIntolerance',
  'Condition',
  'Immunization',
  'CarePlan',
  'CareTeam',
  'Encounter',
  'Appointment',
  'DocumentReference',
]);

/** Holds the other Bundles once more. */
const REPEATED: ReadonlySet<string> = new Set([
  'Bundle-72ac8493-52ac-41bd-8d5d-7258c289b5ea.json',
  'Bundle-resources.json',
]);

const isClinical = ({ resourceType }: Resource) => CLINICAL.has(resourceType);
const isOfRecord = (resource: Resource) =>
  isClinical(resource) || isSharedType(resource.resourceType) || subjectsOf(resource).length > 0;

export interface Comparison {
  compared: number;
  /** Type -> resources compared. */
  types: Map<string, number>;
  /** Clinical resources that no table has. */
  missing: string[];
  differences: string[];
}

/** Returns what differs in the files of an unpacked package. */
export function compareWithTables(folder: string): Comparison {
  const { name } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name: string };
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  const read = (file: string) => [...readResources(join(folder, file), [])].filter(isOfRecord);
  const isBundle = (file: string) => basename(file).startsWith('Bundle-');
  const singles = files.filter((file) => !isBundle(file)).flatMap(read);
  const scopes = new Map<string, { own: readonly Resource[]; records: Records }>([
    [name, { own: singles, records: new Records(singles) }],
  ]);
  for (const file of files.filter(isBundle)) {
    const own = REPEATED.has(basename(file)) ? [] : read(file);
    if (own.some(isClinical))
      scopes.set(`${name} ${basename(file)}`, { own, records: new Records([...own, ...singles]) });
  }
  const result: Comparison = { compared: 0, types: new Map(), missing: [], differences: [] };
  const known = new Set<string>();
  for (const { scope, key, lines } of readTables().filter((one) => one.scope.split(' ')[0] === name)) {
    known.add(`${scope} ${key}`);
    result.compared += 1;
    const [type = ''] = key.split('/');
    result.types.set(type, (result.types.get(type) ?? 0) + 1);
    const shown = scopes.get(scope)?.records.linesOf(key) ?? ['(no such file)'];
    if (shown.join('\n') !== lines.join('\n'))
      result.differences.push(
        [`${scope} ${key}`, ...lines.map((line) => `  - ${line}`), ...shown.map((line) => `  + ${line}`)].join('\n'),
      );
  }
  for (const [scope, { own }] of scopes)
    for (const resource of own.filter(isClinical))
      if (!known.has(`${scope} ${ownKey(resource)}`)) result.missing.push(`${scope} ${ownKey(resource)}`);
  return result;
}
