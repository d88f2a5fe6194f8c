/** Databases of the tests in this process, on the database of this run. */
import { after } from 'node:test';
import { createDatabase, fillTemplate, type Template, type TestDatabase } from './templates.ts';

export type { TestDatabase } from './templates.ts';

/** URL of a PostgreSQL server whose user may create databases; set by the runner for its second run. */
const SERVER = process.env.TEST_POSTGRES_URL;

/** Places of the templates that the runner has filled for all its processes. */
const SHARED: Record<Template, string | undefined> = {
  demo: process.env.TEST_TEMPLATE_DEMO,
  production: process.env.TEST_TEMPLATE_PRODUCTION,
};

/** Templates filled in this process, when it runs without the others. */
const own = new Map<Template, Promise<TestDatabase>>();
after(async () => {
  for (const filled of own.values()) await (await filled).drop();
});

async function placeOf(template: Template): Promise<string> {
  const shared = SHARED[template];
  if (shared !== undefined) return shared;
  const filled = own.get(template) ?? fillTemplate(template, SERVER);
  own.set(template, filled);
  return (await filled).place;
}

/** Creates an empty database, which the API migrates when it starts. */
export function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(SERVER);
}

/** Creates a database with the contents of an API that has just started for the first time. */
export async function copyTemplate(template: Template): Promise<TestDatabase> {
  return createDatabase(SERVER, await placeOf(template));
}
