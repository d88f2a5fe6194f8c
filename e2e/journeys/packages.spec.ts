import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REPO } from '../../gateway/common/paths.ts';
import { expect, test } from '../support/fixtures.ts';

interface Package {
  /** The build that contains it: the shell or a remote. */
  build: string;
  /** A text in the package's own code that survives minification. */
  mark: string;
  /** The imported module of the package, if it is not the package itself. */
  entry?: string;
}

/** Packages that the product's design names and that have to run in a browser. */
const PACKAGES: Record<string, Package> = {
  react: { build: 'shell', mark: '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE' },
  'react-dom': { build: 'shell', mark: 'rendererPackageName', entry: 'react-dom/client' },
  'react-router-dom': { build: 'shell', mark: '__reactRouterVersion' },
  'styled-components': { build: 'shell', mark: 'data-styled-version' },
  zustand: { build: 'shell', mark: 'getInitialState' },
  ky: { build: 'shell', mark: 'KyError' },
  formik: { build: 'shell', mark: 'setFieldTouched' },
  yup: { build: 'shell', mark: 'notOneOf' },
  'lottie-react': { build: 'shell', mark: 'goToAndStop' },
  '@zxing/browser': { build: 'onboarding', mark: 'decodeFromConstraints' },
  '@module-federation/enhanced': {
    build: 'shell',
    mark: '__FEDERATION__',
    entry: '@module-federation/enhanced/runtime',
  },
  'workbox-precaching': { build: 'shell', mark: 'workbox:precaching' },
  'workbox-routing': { build: 'shell', mark: 'workbox:routing' },
};

const read = (file: string) => readFileSync(join(REPO, file), 'utf8');

/** Sources that run in a browser, without tests and what only tests and the gallery use. */
const SOURCES = globSync(['shell/src/**/*.{ts,tsx}', 'shared-ui/src/**/*.{ts,tsx}', '*-mfe/src/**/*.{ts,tsx}'], {
  cwd: REPO,
}).filter((file) => !/\.test\.tsx?$|\/testing\/|fixtures\.tsx$/.test(file));

/** Returns whether a module imports more than types from `entry`, statically or on demand. */
function importsAtRunTime(source: string, entry: string): boolean {
  if (new RegExp(`\\bimport\\((/\\*.*?\\*/\\s*)?'${entry}'\\)`).test(source)) return true;
  const statements = source.matchAll(new RegExp(`^(?:import|export) (?!type\\b)([^;]*?) from '${entry}'`, 'gm'));
  return [...statements].some(([, names = '']) => {
    const listed = /^\{([^}]*)\}$/.exec(names.trim())?.[1];
    return listed === undefined || listed.split(',').some((name) => name.trim() !== '' && !/^\s*type\s/.test(name));
  });
}

for (const [name, { build, mark, entry = name }] of Object.entries(PACKAGES)) {
  test(`${name} is imported by production code and is in the build of ${build}`, async ({ stack }) => {
    const users = SOURCES.filter((file) => importsAtRunTime(read(file), entry));
    console.log(`${name}: ${users.join(', ')}`);
    expect(users, `no module imports ${entry}`).not.toEqual([]);

    const { shell, remotes } = await stack.registry();
    const folder = build === 'shell' ? `shell/${shell?.active}` : `remotes/${build}/${remotes[build]?.active}`;
    const scripts = globSync('*.js', { cwd: join(stack.deployRoot, folder) });
    const holders = scripts.filter((file) => readFileSync(join(stack.deployRoot, folder, file), 'utf8').includes(mark));
    expect(holders, `no script in ${folder} contains "${mark}"`).not.toEqual([]);
  });
}
