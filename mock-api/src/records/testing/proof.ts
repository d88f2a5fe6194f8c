/**
 * `npm run fhir-proof -w mock-api -- FOLDER… [--mutations 10000] [--seed 1]`: imports every FHIR resource of these folders
 * into a new SQLite database, a record for each patient, compares what is kept without being shown with a count of the
 * files and each clinical example with the tables in `by-hand`, and checks mutated Observations. Fails if any differs.
 * Folders: `npm pack hl7.fhir.r4.examples@4.0.1 hl7.fhir.uv.ips@2.0.0`, unpacked, each its `package`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KeptBody } from '../../common/record-documents.ts';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../db/open.ts';
import type { Db, Tables } from '../../db/schema.ts';
import { insertUser, noEmail } from '../../repositories/accounts/users.ts';
import { newUser } from '../../services/accounts/accounts.ts';
import { prepareDatabase } from '../../services/demo/prepare.ts';
import type { Resource } from '../fhir/datatypes.ts';
import { isSharedType, namesSubject, ownKey, recordOf, subjectsOf } from '../fhir/references.ts';
import { FILES } from '../import/import.ts';
import { readResources, type Unreadable } from '../import/read-files.ts';
import { updateRecord } from '../record.ts';
import { findNames } from '../words/names.ts';
import { CLINICAL, compareWithTables } from './compare.ts';
import { checkObservation, type Json, mutate, randomFrom } from './mutations.ts';

/** Patient to whom resources without one are given. */
const UNNAMED = 'Patient/without-a-subject';

const settings = { nameOf: findNames({}), hospital: 'Hospital' };

const add = (counts: Map<string, number>, name: string, count = 1) => counts.set(name, (counts.get(name) ?? 0) + count);

const shown = (counts: ReadonlyMap<string, number>) =>
  [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');

/** Types that have a mapper, or that support others. */
const isListedAsKept = ({ resourceType }: Resource) =>
  resourceType !== 'Patient' && !CLINICAL.has(resourceType) && !isSharedType(resourceType);

/** Returns how many resources of each type must be listed as kept: one for each record that a file's resource is part of. */
function countKept(groups: ReadonlyMap<string, readonly Resource[]>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const own of groups.values()) {
    const shown = new Map(
      own.filter((resource) => resource.status !== 'entered-in-error').map((one) => [ownKey(one), one]),
    );
    for (const resource of [...shown.values()].filter(isListedAsKept)) add(counts, resource.resourceType);
  }
  return counts;
}

/** Returns whether the import lists as kept what the files hold. */
async function checkKept(db: Db, folder: string, expected: ReadonlyMap<string, number>): Promise<boolean> {
  const rows = await db
    .selectFrom('record_items')
    .select('document')
    .where('kind', '=', 'kept')
    .where('user_id', 'like', `${folder}/%`)
    .execute();
  const listed = new Map<string, number>();
  for (const { document } of rows) {
    const { type, why } = JSON.parse(document) as KeptBody;
    if (why === 'type') add(listed, type);
  }
  const types = new Set([...expected.keys(), ...listed.keys()]);
  const different = [...types].filter((type) => expected.get(type) !== listed.get(type));
  const total = [...listed.values()].reduce((sum, count) => sum + count, 0);
  console.log(`  kept as in the files: ${total} of ${types.size} types; different: ${different.length}`);
  for (const type of different)
    console.error(`  ${type}: files ${expected.get(type) ?? 0}, listed ${listed.get(type) ?? 0}`);
  return different.length === 0;
}

/** Returns whether what is shown of the clinical examples is what was read in the files. */
function checkTables(folder: string): boolean {
  const { compared, types, missing, differences } = compareWithTables(folder);
  console.log(`${folder}: ${compared} clinical examples by hand (${shown(types)})`);
  console.log(`  ${differences.length} different, ${missing.length} in no table`);
  for (const text of [...differences, ...missing]) console.error(text);
  return compared > 0 && differences.length + missing.length === 0;
}

/** Imports all files of a folder. Returns whether none crashed and all others are listed as kept. */
async function importAll(db: Db, folder: string): Promise<boolean> {
  const unreadable: Unreadable[] = [];
  const groups = new Map<string, Resource[]>();
  const types = new Map<string, number>();
  let read = 0;
  for (const resource of readResources(folder, unreadable)) {
    read += 1;
    add(types, resource.resourceType);
    const subjects = subjectsOf(resource);
    for (const subject of subjects.length > 0 ? subjects : [UNNAMED]) {
      const own = groups.get(subject) ?? [];
      own.push(resource);
      groups.set(subject, own);
    }
  }
  const adoptable = (groups.get(UNNAMED) ?? []).filter(
    (resource) =>
      isSharedType(resource.resourceType) || (resource.resourceType === 'Observation' && !namesSubject(resource)),
  );
  const totals = new Map<string, number>();
  let crashes = 0;
  for (const [subject, own] of groups) {
    const id = `${folder}/${subject}`;
    await insertUser(db, newUser({ id, email: noEmail(id), first_name: 'A', last_name: 'B', has_demo: 0 }));
    const link = { userId: id, source: FILES, patient: subject };
    const all = subject === UNNAMED ? own : recordOf(subject, [...own, ...adoptable]);
    try {
      const once = await updateRecord(db, link, all, settings);
      const twice = await updateRecord(db, link, all, settings);
      add(totals, 'stored', once.stored);
      add(totals, 'entries', once.added);
      add(totals, 'clashes', once.clashes.length);
      add(totals, 'written the second time', twice.stored + twice.added + twice.changed + twice.removed);
    } catch (error) {
      crashes += 1;
      console.error(subject, error);
    }
  }
  const rows = await db
    .selectFrom('record_items')
    .select(['kind', ({ fn }) => fn.countAll().as('count')])
    .where('user_id', 'like', `${folder}/%`)
    .groupBy('kind')
    .execute();
  console.log(
    `${folder}: ${read} resources of ${types.size} types, ${groups.size} subjects, ${crashes} crashes, ${unreadable.length} unreadable`,
  );
  console.log(`  ${shown(totals)}`);
  console.log(`  items: ${shown(new Map(rows.map(({ kind, count }) => [kind, Number(count)])))}`);
  for (const table of ['results', 'care_plans', 'events'] as const) {
    const found = await db.selectFrom(table).select('id').where('user_id', 'like', `${folder}/%`).execute();
    console.log(`  ${table}: ${found.length}`);
  }
  return (await checkKept(db, folder, countKept(groups))) && crashes === 0;
}

/** Returns whether no mutated Observation is shown wrongly. */
function checkMutations(folders: readonly string[], count: number, seed: number): boolean {
  const observations = folders
    .flatMap((folder) => [...readResources(folder, [])])
    .filter(({ resourceType }) => resourceType === 'Observation')
    .map((resource) => JSON.parse(JSON.stringify(resource)) as Json);
  const random = randomFrom(seed);
  const totals = new Map<string, number>();
  for (let turn = 0; turn < count; turn += 1) {
    const from = observations[turn % observations.length] ?? null;
    const mutated = mutate(from, observations, random);
    try {
      for (const [name, number] of Object.entries(checkObservation(mutated))) add(totals, name, number);
    } catch (error) {
      add(totals, 'failures');
      console.error(turn, error instanceof Error ? error.message : error, JSON.stringify(mutated).slice(0, 2000));
    }
  }
  console.log(
    `${count} mutations of ${observations.length} Observations: ${totals.get('failures') ?? 0} failures; ${shown(totals)}`,
  );
  return !totals.has('failures');
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { mutations: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } },
});
const dataDir = mkdtempSync(join(tmpdir(), 'fhir-proof-'));
const config = readConfig({ DATA_DIR: dataDir });
const database = openDatabase<Tables>(config.database);
try {
  await prepareDatabase(database, config);
  const start = performance.now();
  const checks: boolean[] = [];
  for (const folder of positionals) checks.push(await importAll(database.db, folder));
  console.log(`imported in ${Math.round(performance.now() - start)} ms`);
  for (const folder of positionals) checks.push(checkTables(folder));
  checks.push(checkMutations(positionals, Number(values.mutations), Number(values.seed)));
  if (checks.includes(false)) process.exitCode = 1;
} finally {
  await database.db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
}
