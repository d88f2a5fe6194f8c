import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { test } from 'node:test';
import { REPO } from 'server-kit/paths';

const GUIDE = join(REPO, 'docs', 'swap-the-surveys-remote.md');
const TEMPLATES = join(REPO, 'tools', 'remote-tools', 'create', 'templates');

/** Files of the templates for projects, which the guide shows. */
const SHOWN = [
  'vite/remote.mjs',
  'vue/vite.config.js',
  'vue/src/container.js',
  'vue/src/survey.js',
  'svelte/vite.config.js',
  'svelte/src/survey.js',
  'react/vite.config.js',
  'react/src/survey.jsx',
];

for (const file of SHOWN) {
  test(`the guide shows ${file} as projects have it`, async () => {
    const guide = await readFile(GUIDE, 'utf8');
    assert.ok(
      guide.includes(
        `\`\`\`${extname(file).replace(/\.m?/, '')}\n${await readFile(join(TEMPLATES, file), 'utf8')}\`\`\`\n`,
      ),
    );
  });
}
