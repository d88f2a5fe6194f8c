import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { RECIPE_FILES } from 'e2e/fixtures/vite-surveys/build';
import { REPO } from 'server-kit/paths';

const GUIDE = join(REPO, 'docs', 'swap-the-surveys-remote.md');

for (const file of RECIPE_FILES) {
  test(`the guide shows ${file.split('/').slice(-2).join('/')} as it is tested`, async () => {
    const guide = await readFile(GUIDE, 'utf8');
    assert.ok(guide.includes(`\`\`\`js\n${await readFile(file, 'utf8')}\`\`\`\n`));
  });
}
