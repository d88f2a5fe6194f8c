const path = require('node:path');
const root = path.resolve(__dirname, '../..');
// By its name: this preset builds remotes of other repositories too, from a package of its own.
const { version, dependencies, peerDependencies } = require('shared-ui/package.json');
const ranges = { ...peerDependencies, ...dependencies };

/** Packages of which only the names in use reach the browser; see the files. */
const FACADES = Object.fromEntries(
  ['react-router-dom', 'styled-components'].map((name) => [name, path.join(root, `shared-ui/src/share/${name}.ts`)]),
);

const installed = (name) => require(`${name}/package.json`).version;

/** In the shell's first files: every screen needs them, and without an async boundary there is no chain of requests. */
const CORE = [
  'react',
  'react/jsx-runtime',
  'react-dom',
  'react-dom/client',
  'styled-components',
  'react-router-dom',
  'shared-ui',
];

/** Fetched with the first screen that uses them. */
const ON_DEMAND = ['forms', 'dialog', 'tabs', 'combobox', 'disclosure', 'animation'].map((part) => `shared-ui/${part}`);

function versionsOf(key) {
  if (key.startsWith('shared-ui')) return { version, requiredVersion: `^${version}` };
  const name = key.split('/')[0];
  return { version: installed(name), requiredVersion: ranges[name] };
}

/**
 * What the host provides of it, one instance each: for webpack's ProvideSharedPlugin. The host itself imports these modules like
 * all others: asking the share scope for what it brings itself would be work for nothing, when the page starts.
 */
const PROVIDED = Object.fromEntries(
  [...CORE, ...ON_DEMAND].map((key) => {
    const { version: own } = versionsOf(key);
    return [FACADES[key] ?? key, { shareKey: key, version: own, eager: CORE.includes(key) }];
  }),
);

/**
 * What a remote takes of it, for its federation plugin. It brings no copy of its own, so a host that lacks something is found by
 * the host's check, not by a second React.
 */
const TAKEN = Object.fromEntries(
  [...CORE, ...ON_DEMAND].map((key) => {
    const { requiredVersion } = versionsOf(key);
    return [key, { singleton: true, import: false, strictVersion: true, requiredVersion }];
  }),
);

/** Semver range of everything that may be shared. */
const RANGES = Object.fromEntries([...CORE, ...ON_DEMAND].map((key) => [key, versionsOf(key).requiredVersion]));

module.exports = { CORE, FACADES, ON_DEMAND, PROVIDED, RANGES, TAKEN };
