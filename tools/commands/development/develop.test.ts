import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isGenerated } from './develop.ts';

it('isGenerated matches generated files but no sources', () => {
  for (const path of ['node_modules/x/index.js', 'dist', 'src\\dist\\main.js', '.mf/diagnostics/latest.json'])
    assert.equal(isGenerated(path), true, path);
  for (const path of ['src/main.ts', 'src/distance.ts', 'src/x.mf.ts', ''])
    assert.equal(isGenerated(path), false, path);
});
