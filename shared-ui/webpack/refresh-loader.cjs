const { createHash } = require('node:crypto');
const path = require('node:path');

const RUNTIME = require.resolve('./refresh-runtime.cjs');

/** A dynamic import with a literal path, alone in a function or not. */
const IMPORT = /(\(\)\s*=>\s*)?\bimport\((?:\s|\/\*[\s\S]*?\*\/)*(['"])([^'"\n]+)\2\s*\)/g;
/** An assignment with which the compiler keeps a component that it registers at the end of the module. */
const KEPT = /^(_c\d*) = (\w+);$/gm;
/** A component made by styled-components in a way that the compiler doesn't recognise. */
const STYLED = /^(?:export )?const ([A-Z]\w*) = styled\b/gm;

/** Connects a compiled module of a development build to the refresh runtime. Line numbers stay the same. */
module.exports = function refreshLoader(code, map) {
  const file = path.relative(this.rootContext, this.resourcePath).split(path.sep).join('/');
  const idOf = (what) => JSON.stringify(`${this.getOptions().name} ${file} ${what}`);
  const hash = JSON.stringify(createHash('sha256').update(code).digest('base64url').slice(0, 12));
  const imports = new Map();
  const connected = code
    .replace(IMPORT, (whole, arrow, _quote, request) => {
      const start = arrow ? whole : `() => ${whole}`;
      imports.set(idOf(request), start);
      return `$refresh.${arrow ? 'importer' : 'load'}(${idOf(request)}, ${start})`;
    })
    // At once, because the rest of the module may render it.
    .replace(KEPT, '$1 = $2; $RefreshReg$($2, "$2");');
  const isPlain = !code.includes('$RefreshReg$(') && !code.includes('$RefreshSig$(');
  const before = [
    `import * as $refresh from ${JSON.stringify(RUNTIME)};`,
    `const $RefreshReg$ = (type, name) => $refresh.register(type, ${idOf('')} + name);`,
    `const $RefreshSig$ = () => $refresh.signature(${hash});`,
    ...(isPlain ? [`$refresh.plainModule(${idOf('')}, ${hash});`] : []),
  ];
  const after = [
    ...[...code.matchAll(STYLED)].map(([, name]) => `$RefreshReg$(${name}, "${name}");`),
    ...[...imports].map(([id, start]) => `$refresh.reload(${id}, ${start});`),
  ];
  this.callback(null, `${before.join(' ')} ${connected}\n${after.join('\n')}\n`, map);
};
