const path = require('node:path');
const root = path.resolve(__dirname, '../..');
// Imported by name: this preset also builds remotes of other repositories, from a separate package.
const { version, dependencies, peerDependencies } = require('shared-ui/package.json');
const ranges = { ...peerDependencies, ...dependencies };

/** Packages of which only the names in use reach the browser; see these files. */
const FACADES = Object.fromEntries(
  ['react-router-dom', 'styled-components'].map((name) => [name, path.join(root, `shared-ui/src/share/${name}.ts`)]),
);

const installed = (name) => require(`${name}/package.json`).version;

/**
 * Part of the shell's first files: every screen needs them, and without an async boundary there is no chain of
 * requests.
 */
const CORE = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'styled-components',
  'react-router-dom',
  'shared-ui',
  'shared-ui/languages',
];

/** Fetched with the first screen that uses them. */
const ON_DEMAND = ['forms', 'dialog', 'tabs', 'combobox', 'disclosure', 'details', 'bus', 'animation'].map(
  (part) => `shared-ui/${part}`,
);

function versionsOf(key) {
  if (key.startsWith('shared-ui')) return { version, requiredVersion: `^${version}` };
  const name = key.split('/')[0];
  return { version: installed(name), requiredVersion: ranges[name] };
}

/**
 * Packages that the host provides, one instance each, for webpack's ProvideSharedPlugin. The host itself imports these
 * modules like all others: resolving its own packages through the share scope would waste time when the page starts.
 */
const PROVIDED = Object.fromEntries(
  [...CORE, ...ON_DEMAND].map((key) => {
    const { version: own } = versionsOf(key);
    return [FACADES[key] ?? key, { shareKey: key, version: own, eager: CORE.includes(key) }];
  }),
);

/**
 * Packages that a remote takes from the host, for its federation plugin. It includes no copy of them, so a package
 * missing from a host is found by the host's check, not by a second React.
 */
const TAKEN = Object.fromEntries(
  [...CORE, ...ON_DEMAND].map((key) => {
    const { requiredVersion } = versionsOf(key);
    return [key, { singleton: true, import: false, strictVersion: true, requiredVersion }];
  }),
);

const RANGES = Object.fromEntries([...CORE, ...ON_DEMAND].map((key) => [key, versionsOf(key).requiredVersion]));

module.exports = { CORE, FACADES, ON_DEMAND, PLATFORM: version, PROVIDED, RANGES, TAKEN };
