const { readFileSync } = require('node:fs');
const { Compilation, sources } = require('webpack');
const { entries } = require('shared-ui/surface.json');
const { integrityOf, ON_DEMAND, PROVIDED } = require('shared-ui/webpack');

/** Newest schema of registry.json that this shell reads: `parseRegistry` in shared-ui. */
const REGISTRY_SCHEMA = 2;
const TAGS = '<!--lodestar:tags-->';

/** Returns JSON that is safe inside a script element. */
const embedded = (value) => JSON.stringify(value).replaceAll('<', '\\u003c');

const attributes = (file, url, files) => `="${url}" integrity="${files[file]}" crossorigin="anonymous"`;

function tagOf(file, publicPath, files) {
  const rest = attributes(file, publicPath + file, files);
  if (file.endsWith('.css')) return `<link rel="stylesheet" href${rest}>`;
  if (file.endsWith('.woff2'))
    return `<link rel="preload" as="font" type="font/woff2" crossorigin href="${publicPath + file}">`;
  return `<script defer src${rest}></script>`;
}

/**
 * Returns the scripts of each shared module that is loaded on demand, so that screens can preload them. A module that
 * a build without sharing (the bench's) has merged into others has none.
 */
function partsOf({ modules, chunkGraph }) {
  const files = new Map([...modules].map((module) => [(module.rootModule ?? module).resource, module]));
  const scriptsOf = (module) => {
    const [group] = [...chunkGraph.getModuleChunksIterable(module)].flatMap((chunk) => [...chunk.groupsIterable]);
    const scripts = group?.chunks.flatMap((chunk) => [...chunk.files]).filter((file) => file.endsWith('.js'));
    return [...new Set(scripts)];
  };
  return Object.fromEntries(ON_DEMAND.map((part) => [part, scriptsOf(files.get(require.resolve(part)))]));
}

/**
 * Returns what this shell offers to remotes: the version and run-time exports of each shared package, and the
 * type-only exports of our own packages. Published remotes are checked against it. Exports are missing if webpack
 * can't determine them.
 */
function offeredBy({ modules, moduleGraph }) {
  const files = new Map([...modules].map((module) => [module.resource ?? module.rootModule?.resource, module]));
  const offers = Object.entries(PROVIDED).flatMap(([request, { shareKey, version }]) => {
    const module = files.get(require.resolve(request));
    if (!module) return [];
    const names = moduleGraph.getProvidedExports(module);
    const exported = Array.isArray(names) ? names.sort() : undefined;
    const types = Object.keys(entries[shareKey] ?? {}).filter((name) => !exported?.includes(name));
    return [[shareKey, { version, ...(exported && { exports: exported }), ...(types.length > 0 && { types }) }]];
  });
  return Object.fromEntries(offers);
}

/**
 * Writes `shell-manifest.json` (all files with their hashes, the files of the first screen, the scripts of shared
 * modules and of API calls, and what is offered to remotes) and index.html: the template with the tags of the first screen's files and,
 * as data, the hashes of all scripts.
 */
class ShellManifestPlugin {
  constructor({ version, template }) {
    this.version = version;
    this.template = template;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('ShellManifestPlugin', (compilation) => {
      compilation.fileDependencies.add(this.template);
      // After everything that may still change a file, including the minimizers.
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT + 100;
      compilation.hooks.processAssets.tap({ name: 'ShellManifestPlugin', stage }, () => this.write(compilation));
    });
  }

  write(compilation) {
    const { publicPath } = compilation.outputOptions;
    const assets = compilation.getAssets().filter(({ name }) => !/\.(map|txt)$/.test(name));
    const files = Object.fromEntries(assets.map(({ name, source }) => [name, integrityOf(source.buffer())]));
    const fonts = Object.keys(files).filter((name) => name.endsWith('.woff2'));
    const initial = [...fonts, ...compilation.entrypoints.get('main').getFiles()];
    const chunks = Object.fromEntries(Object.entries(files).filter(([name]) => name.endsWith('.js')));
    const hashes = `<script type="application/json" id="lodestar-integrity">${embedded(chunks)}</script>`;
    const tags = [hashes, ...initial.map((file) => tagOf(file, publicPath, files))].join('\n    ');
    const html = readFileSync(this.template, 'utf8').replace(TAGS, () => tags);
    compilation.emitAsset('index.html', new sources.RawSource(html));
    const shared = offeredBy(compilation);
    const parts = partsOf(compilation);
    const calls = compilation.namedChunkGroups.get('calls')?.getFiles() ?? [];
    const manifest = { version: this.version, initial, calls, parts, registrySchema: REGISTRY_SCHEMA, shared, files };
    compilation.emitAsset('shell-manifest.json', new sources.RawSource(`${JSON.stringify(manifest, null, 2)}\n`));
  }
}

module.exports = { ShellManifestPlugin };
