/**
 * `npm run fhir-proof -w mock-api -- FOLDER… [--mutations 10000] [--seed 1]`: imports every FHIR resource of these folders
 * into a new SQLite database, a record for each patient, twice, and checks mutated Observations. Fails if an import
 * crashes, the second one writes anything, or a mutated Observation is shown wrongly.
 * Folders: `npm pack hl7.fhir.r4.examples@4.0.1 hl7.fhir.uv.ips@2.0.0`, unpacked, each its `package`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readConfig } from '../../config/config.ts';
import { openDatabase } from '../../db/open.ts';
import type { Db, Tables } from '../../db/schema.ts';
import { insertUser, noEmail } from '../../repositories/accounts/users.ts';
import { newUser } from '../../services/accounts/accounts.ts';
import { prepareDatabase } from '../../services/demo/prepare.ts';
import type { Resource } from '../fhir/datatypes.ts';
import { isSharedType, namesSubject, recordOf, subjectsOf } from '../fhir/references.ts';
import { FILES, readResources, type Unreadable } from '../import/import.ts';
import { updateRecord } from '../record.ts';
import { findNames } from '../words/concept.ts';
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

/** Imports all files of a folder twice. Returns whether none crashed and the second time wrote nothing. */
async function importAll(db: Db, folder: string): Promise<boolean> {
  const unreadable: Unreadable[] = [];
  const groups = new Map<string, Resource[]>();
  let read = 0;
  for (const resource of readResources(folder, unreadable)) {
    read += 1;
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
  console.log(
    `${folder}: ${read} resources, ${groups.size} subjects, ${crashes} crashes, ${unreadable.length} unreadable`,
  );
  console.log(`  ${shown(totals)}`);
  return crashes === 0 && totals.get('written the second time') === 0;
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
  checks.push(checkMutations(positionals, Number(values.mutations), Number(values.seed)));
  if (checks.includes(false)) process.exitCode = 1;
} finally {
  await database.db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
}
