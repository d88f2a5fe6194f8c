import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  circlesIn,
  folderGraph,
  largeFolders,
  MAX_FILES,
  physicalStyles,
  relativeAcross,
  statementsOutside,
  testingImports,
} from './folders.ts';

const files = (entries: Record<string, string>) => new Map(Object.entries(entries));

/** Not written in an import here, because this file is checked too. */
const OTHER_PACKAGE = '../../../other/src/b/two.ts';

describe('folders', () => {
  it('reports both imports of two folders that import each other', () => {
    const sources = files({
      'app/src/a/one.ts': "import { two } from '../b/two.ts';",
      'app/src/b/two.ts': "const one = () => import('../a/one.ts');",
      'app/src/c/three.ts': "import type { Two } from '../b/two.ts';",
    });
    assert.deepEqual(circlesIn(folderGraph(sources, 'app/src')), ['a -> b', 'b -> a']);
  });

  it('ignores tests, files in the root and imports of other packages', () => {
    const sources = files({
      'app/src/App.ts': "import './a/one.ts';",
      'app/src/a/one.ts': `import '${OTHER_PACKAGE}'; import '../App.ts';`,
      'app/src/b/two.ts': "import '../a/one.ts';",
      'app/src/a/one.test.ts': "import '../b/two.ts';",
    });
    assert.deepEqual(circlesIn(folderGraph(sources, 'app/src')), []);
  });

  it('reports imports that reach into another workspace by a relative path', () => {
    const sources = files({
      'app/src/a/one.ts': `import { two } from '${OTHER_PACKAGE}'; import 'other/b/two'; import '../b/two.ts';`,
    });
    assert.deepEqual(relativeAcross(sources), [`app/src/a/one.ts imports ${OTHER_PACKAGE}`]);
  });

  it('reports a folder with too many files, tests included', () => {
    const names = Array.from({ length: MAX_FILES }, (_, number) => `app/src/a/${number}.ts`);
    const sources = new Map([...names, 'app/src/a/1.test.ts', 'app/src/b/1.ts'].map((name) => [name, '']));
    assert.deepEqual(largeFolders(sources), [`app/src/a (${MAX_FILES + 1} files)`]);
  });

  it('reports SQL of the API outside repositories, except in tests', () => {
    const statement = "db.selectFrom('users').selectAll()";
    const names = [
      'routes/users.ts',
      'repositories/users.ts',
      'db/migrate.ts',
      'recorder/store.ts',
      'routes/users.test.ts',
    ];
    const sources = files(Object.fromEntries(names.map((name) => [`mock-api/src/${name}`, statement])));
    assert.deepEqual(statementsOutside(sources), ['mock-api/src/routes/users.ts']);
  });

  it('reports styles that name a side of the screen', () => {
    const sources = files({
      'app/src/One.tsx': 'const Box = styled.div`\n  margin-left: 4px;\n  inset-inline: 0;\n  text-align: right;\n`;',
      'app/src/Two.tsx': 'const two = <p style={{ top: 0, left: 4 }} />;',
      'app/src/Three.tsx': 'interface Box {\n  left: number;\n}\nconst Box = styled.p`inset-inline-start: 0;`;',
      'app/src/two.ts': 'const box = { left: 4 };',
    });
    assert.deepEqual(physicalStyles(sources), ['app/src/One.tsx:2', 'app/src/One.tsx:4', 'app/src/Two.tsx:1']);
  });

  it('reports imports of testing folders, of the package or of another, except by tests and test helpers', () => {
    const sources = files({
      'app/src/a/one.ts': "import { fake } from '../testing/fake.ts';",
      'app/src/b/two.ts': "const { fake } = await import('shared-ui/testing');",
      'app/config.cjs': "module.exports = require('./src/testing/setup.cjs');",
      'app/src/b/three.ts': "import Tube from 'icons/test-tube'; import { testing } from './testing.ts';",
      'app/src/b/two.test.ts': "import { fake } from '../testing/fake.ts';",
      'app/src/testing/fake.ts': "import { other } from './other.ts'; import 'shared-ui/testing';",
    });
    assert.deepEqual(testingImports(sources), [
      'app/src/a/one.ts imports ../testing/fake.ts',
      'app/src/b/two.ts imports shared-ui/testing',
      'app/config.cjs imports ./src/testing/setup.cjs',
    ]);
  });
});
