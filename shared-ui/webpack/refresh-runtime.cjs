/**
 * Part of development builds only. Keeps the state of React components when a new build is loaded: each component is
 * rendered through a stand-in, which every build shares and which always runs the latest code. It works with the host's
 * production build of React, which has no support for React's own refresh.
 */
const React = require('react');
const { Fragment, jsx, jsxs } = require('react/jsx-runtime');

/** State of the page, shared by all builds. */
globalThis.__lodestarRefresh ??= {
  builds: 0,
  /** Id of a component -> its family: all of its versions with the same hooks. */
  families: new Map(),
  /** Component -> its family. */
  byType: new WeakMap(),
  /** Component or hook -> the hooks that it calls, and the hash of its module. */
  signatures: new WeakMap(),
  /** Module without components or hooks -> hash of its code. */
  modules: new Map(),
  imports: new Set(),
  /** Number of changes to modules without components or hooks. */
  changes: 0,
  /** Family of the component that is being rendered. */
  rendering: undefined,
};
const page = globalThis.__lodestarRefresh;
page.builds += 1;
const build = page.builds;

const MEMO = Symbol.for('react.memo');
const FORWARD_REF = Symbol.for('react.forward_ref');

/** Returns the function that renders a component; undefined if it is not one that can be replaced. */
function functionOf(type) {
  if (typeof type === 'function') return type.prototype?.isReactComponent ? undefined : type;
  if (type?.$$typeof === MEMO) return functionOf(type.type);
  return type?.$$typeof === FORWARD_REF ? type.render : undefined;
}

function render(type, props) {
  if (type.$$typeof === MEMO) return render(type.type, props);
  if (type.$$typeof !== FORWARD_REF) return type(props);
  const { ref = null, ...others } = props;
  return type.render(others, ref);
}

/** Returns a text that changes with the hooks that a function calls, directly or through its own hooks. */
function hooksOf(fn) {
  const { key = '', reset = false, hooks = () => [] } = page.signatures.get(fn) ?? {};
  // A component whose hooks can't be compared always loses its state.
  return reset ? `${build}` : [key, ...hooks().map(hooksOf)].join();
}

/** Returns a text that changes with the code of a function's module, and of the modules of its hooks. */
function codeOf(fn) {
  const { hash = '', hooks = () => [] } = page.signatures.get(fn) ?? {};
  return [hash, ...hooks().map(codeOf)].join();
}

function makeFamily(type, hooks) {
  const listeners = new Set();
  const subscribe = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const family = { type, hooks, build, code: '', listeners };
  family.standIn = (props) => {
    const current = React.useSyncExternalStore(subscribe, () => family.type);
    const outer = page.rendering;
    page.rendering = family;
    try {
      return render(current, props);
    } finally {
      page.rendering = outer;
    }
  };
  return family;
}

/** Registers a component under the name of its module and its own. One with other hooks loses its state. */
function register(type, id) {
  const fn = functionOf(type);
  if (fn === undefined || page.byType.has(type)) return;
  const hooks = `${String(type.$$typeof)} ${hooksOf(fn)}`;
  const known = page.families.get(id);
  const family = known?.hooks === hooks ? known : makeFamily(type, hooks);
  page.byType.set(type, family);
  // A part of an earlier build may arrive late.
  if (known && known.build > build) return;
  page.families.set(id, family);
  Object.assign(family, { type, build, code: codeOf(fn) });
  family.standIn.displayName = type.displayName ?? fn.name;
  for (const listener of family.listeners) listener();
}

/** Returns a function with which the compiler describes the hooks of a component or hook in a module. */
function signature(hash) {
  return (fn, key, reset, hooks) => {
    if (fn !== undefined) page.signatures.set(fn, { key, reset, hooks, hash });
    return fn;
  };
}

/** Notes a module without components or hooks. If its code changed, all effects and memos run again. */
function plainModule(id, hash) {
  const known = page.modules.get(id);
  if (known !== undefined && known !== hash) page.changes += 1;
  page.modules.set(id, hash);
}

/** Returns the stand-in of a registered component, and anything else as it is. */
function standInFor(value) {
  const isComponent = typeof value === 'function' || (typeof value === 'object' && value !== null);
  return (isComponent && page.byType.get(value)?.standIn) || value;
}

/** Runs a dynamic import. Its components are replaced by their stand-ins, which stay the same in the next build. */
async function load(id, start) {
  page.imports.add(id);
  const exported = Object.entries(await start());
  return Object.fromEntries(exported.map(([name, value]) => [name, standInFor(value)]));
}

/** Function that runs a dynamic import -> the import's id. */
const importIds = new WeakMap();

/** Returns a function that runs a dynamic import, and by which a component that it loads can be recognised. */
function importer(id, start) {
  const run = () => load(id, start);
  importIds.set(run, id);
  return run;
}

/** Returns a function that makes components which load others on demand; they are the same in the next build. */
function registering(make) {
  return (run, ...options) => {
    const type = make(run, ...options);
    if (importIds.has(run)) register(type, `on demand: ${importIds.get(run)}`);
    return type;
  };
}

/** Runs a dynamic import again that an earlier build has used: what it has loaded is on the page. */
function reload(id, start) {
  if (page.imports.has(id)) start().catch((error) => console.error(error));
}

/** Returns a hook's dependencies, plus one that changes with the code of the component that is being rendered. */
function dependenciesOf(dependencies) {
  return dependencies && [...dependencies, `${page.changes} ${page.rendering?.code}`];
}

const jsxDEV = (type, props, key, isStatic) => (isStatic ? jsxs : jsx)(standInFor(type), props, key);

module.exports = {
  dependenciesOf,
  Fragment,
  importer,
  jsxDEV,
  load,
  plainModule,
  register,
  registering,
  reload,
  signature,
};
