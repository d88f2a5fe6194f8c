import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { circlesIn, folderGraph, largeFolders, MAX_FILES } from './folders.ts';

const files = (entries: Record<string, string>) => new Map(Object.entries(entries));

describe('folders', () => {
  it('reports both imports of two folders that import each other', () => {
    const sources = files({
      'app/src/a/one.ts': "import { two } from '../b/two.ts';",
      'app/src/b/two.ts': "const one = () => import('../a/one.ts');",
      'app/src/c/three.ts': "import type { Two } from '../b/two.ts';",
    });
    assert.deepEqual(circlesIn(folderGraph(sources, 'app/src')), ['a -> b', 'b -> a']);
  });

  it('reports a circle of three folders', () => {
    const sources = files({
      'app/src/a/one.ts': "import '../b/two.ts';",
      'app/src/b/deep/two.ts': "import '../../c/three.ts';",
      'app/src/c/three.ts': "import '../a/one.ts';",
    });
    assert.equal(circlesIn(folderGraph(sources, 'app/src')).length, 3);
  });

  it('ignores tests, files in the root and imports of other packages', () => {
    const sources = files({
      'app/src/App.ts': "import './a/one.ts';",
      'app/src/a/one.ts': "import '../../../other/src/b/two.ts'; import '../App.ts';",
      'app/src/b/two.ts': "import '../a/one.ts';",
      'app/src/a/one.test.ts': "import '../b/two.ts';",
    });
    assert.deepEqual(circlesIn(folderGraph(sources, 'app/src')), []);
  });

  it('reports a folder with too many files, tests aside', () => {
    const names = Array.from({ length: MAX_FILES + 1 }, (_, number) => `app/src/a/${number}.ts`);
    const sources = new Map([...names, 'app/src/b/1.test.ts'].map((name) => [name, '']));
    assert.deepEqual(largeFolders(sources), [`app/src/a (${MAX_FILES + 1} files)`]);
  });
});
