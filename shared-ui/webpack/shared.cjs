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

/** In the shell's first files: everybody needs them, and without an async boundary there is no chain of requests. */
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
 * What is shared at run time, one instance each. The shell provides all of it; a remote (`provides: false`) brings no
 * copy of its own, so a host that lacks something is found by the loader's check, not by a second React.
 */
function shared({ provides }) {
  const entries = [...CORE, ...ON_DEMAND].map((key) => {
    const { version: own, requiredVersion } = versionsOf(key);
    const facade = FACADES[key] ? { import: FACADES[key] } : {};
    // The host takes what it brings itself: comparing that with a range is work for nothing, when the page starts.
    const host = { ...facade, version: own, requiredVersion: false, eager: CORE.includes(key) };
    const guest = { import: false, strictVersion: true, requiredVersion };
    return [key, { singleton: true, ...(provides ? host : guest) }];
  });
  return Object.fromEntries(entries);
}

/** Semver range of everything that may be shared. */
const RANGES = Object.fromEntries([...CORE, ...ON_DEMAND].map((key) => [key, versionsOf(key).requiredVersion]));

module.exports = { CORE, FACADES, ON_DEMAND, RANGES, shared };
