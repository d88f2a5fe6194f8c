/** Prepares the database when a process starts: migrates it, stores the desk's templates, and fills a demo once. */
import type { Config } from '../../config/config.ts';
import { dropAll, migrate, underStartLock } from '../../db/migrate.ts';
import { MIGRATIONS, TABLES } from '../../db/migrations.ts';
import type { Database } from '../../db/open.ts';
import type { Db, Tables, Trx } from '../../db/schema.ts';
import { isSeeded, markSeeded } from '../../repositories/demo.ts';
import { insertTemplate } from '../../repositories/desk/templates.ts';
import { readFact, writeFact } from '../../repositories/facts.ts';
import { newDeviceKey } from '../../security/known-devices.ts';
import { DEFAULT_TEMPLATES } from '../desk/templates.ts';

/** Stores the templates that a hospital starts with; it may change or remove them. */
async function seedTemplates(trx: Trx): Promise<void> {
  if (await isSeeded(trx, 'templates')) return;
  for (const template of DEFAULT_TEMPLATES) await insertTemplate(trx, template);
  await markSeeded(trx, 'templates');
}

const DEVICE_KEY = 'device-key';

/** Stores the key that signs known devices, the same for all processes. */
async function seedDeviceKey(trx: Trx): Promise<void> {
  if ((await readFact(trx, DEVICE_KEY)) === undefined) await writeFact(trx, DEVICE_KEY, newDeviceKey());
}

/** Returns the key that signs known devices; undefined if no device is to be known. */
export const readDeviceKey = async (db: Db, { strictIdentity }: Config): Promise<string | undefined> =>
  strictIdentity ? readFact(db, DEVICE_KEY) : undefined;

/** Safe if several processes start together: one does the work, the others wait and find it done. */
export async function prepareDatabase(database: Database<Tables>, config: Config): Promise<void> {
  await underStartLock(database, async (trx) => {
    if (config.demo.reset) await dropAll(trx, database.engine, TABLES);
    await migrate(trx, database.engine, MIGRATIONS);
    await seedTemplates(trx);
    await seedDeviceKey(trx);
    if (!config.demo.on) return;
    // Loaded here, so that a hospital's server never reads the demo's words.
    const { fillDemo } = await import('./fill.ts');
    await fillDemo(trx, config);
  });
}
