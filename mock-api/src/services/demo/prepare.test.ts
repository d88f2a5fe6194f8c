import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';

const loaded: string[] = [];
registerHooks({
  load(url, context, next) {
    loaded.push(url);
    return next(url, context);
  },
});
const hasLoaded = (path: string) => loaded.some((url) => url.endsWith(path));

const folder = await mkdtemp(join(tmpdir(), 'prepare-'));
after(() => rm(folder, { recursive: true, force: true }));

it('the demo’s words are loaded by a demo only', async () => {
  await import('../../app.ts');
  const { readConfig } = await import('../../config/config.ts');
  const { withDatabase } = await import('../../db/open.ts');
  const { prepareDatabase } = await import('./prepare.ts');
  const config = readConfig({ DATA_DIR: folder });
  const prepare = (on: boolean) =>
    withDatabase(config.database, (database: Parameters<typeof prepareDatabase>[0]) =>
      prepareDatabase(database, { ...config, demo: { ...config.demo, on } }),
    );
  await prepare(false);
  assert.deepEqual([hasLoaded('/services/demo/story.ts'), hasLoaded('/demo/words.ts')], [true, false]);
  await prepare(true);
  assert.ok(hasLoaded('/demo/words.ts'));
});
