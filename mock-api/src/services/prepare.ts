/** What happens to the database when a process starts: migrate, and in a demo fill it once. */
import type { Config } from '../config.ts';
import { dropAll, migrate, underStartLock } from '../db/migrate.ts';
import { MIGRATIONS, TABLES } from '../db/migrations.ts';
import type { Database } from '../db/open.ts';
import type { Tables, Trx } from '../db/schema.ts';
import { ACCOUNTS, DEMO_PASSWORD } from '../demo/accounts.ts';
import { demoContent } from '../demo/content.ts';
import { insertStarter } from '../repositories/starter.ts';
import { insertSeries } from '../repositories/story.ts';
import { insertUser } from '../repositories/users.ts';
import { hashPassword } from '../security/passwords.ts';
import { newUser } from './accounts.ts';
import { startDemo } from './demo.ts';

const SEEDED = 'demo-seeded';

async function isSeeded(trx: Trx): Promise<boolean> {
  const fact = await trx.selectFrom('facts').select('value').where('name', '=', SEEDED).executeTakeFirst();
  return fact !== undefined;
}

async function seed(trx: Trx, { brand }: Config): Promise<void> {
  const content = demoContent(brand.hospital);
  await insertStarter(trx, content.starter);
  await insertSeries(trx, 'patient', content.patientStory);
  await insertSeries(trx, 'supporter', content.supporterStory);
  for (const account of ACCOUNTS) {
    const user = newUser({
      ...account,
      password_hash: await hashPassword(DEMO_PASSWORD),
      organization: brand.hospital,
    });
    await insertUser(trx, user);
    await startDemo(trx, user.id);
  }
  await trx.insertInto('facts').values({ name: SEEDED, value: '1' }).execute();
}

/** Safe with several processes starting together: one does the work, the others wait and find it done. */
export async function prepareDatabase(database: Database<Tables>, config: Config): Promise<void> {
  await underStartLock(database, async (trx) => {
    if (config.demo.reset) await dropAll(trx, database.engine, TABLES);
    await migrate(trx, database.engine, MIGRATIONS);
    if (config.demo.on && !(await isSeeded(trx))) await seed(trx, config);
  });
}
