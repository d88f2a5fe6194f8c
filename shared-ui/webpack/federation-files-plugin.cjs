const { Compilation, sources, WebpackError } = require('webpack');

/** The remote's types, for projects that build against it. */
const TYPES = '@mf-types.zip';
/** Build statistics, for tools on the build machine. */
const STATS = 'mf-stats.json';

/** Signatures in a zip archive: of an entry in the list of its files, and of the list's end. */
const LISTED_FILE = 0x02014b50;
const END_OF_LIST = 0x06054b50;
const END_OF_LIST_BYTES = 22;
/** Midnight of 1 January 1980, the earliest time in a zip archive. */
const NO_TIME = 0x00210000;

/** Returns a copy of an archive without file times. The archive must have no comment. */
function withoutTimes(archive) {
  const copy = Buffer.from(archive);
  const end = copy.length - END_OF_LIST_BYTES;
  if (copy.readUInt32LE(end) !== END_OF_LIST) throw new Error(`${TYPES} is not a zip archive`);
  let at = copy.readUInt32LE(end + 16);
  while (copy.readUInt32LE(at) === LISTED_FILE) {
    copy.writeUInt32LE(NO_TIME, at + 12);
    copy.writeUInt32LE(NO_TIME, copy.readUInt32LE(at + 42) + 10);
    at += 46 + copy.readUInt16LE(at + 28) + copy.readUInt16LE(at + 30) + copy.readUInt16LE(at + 32);
  }
  return copy;
}

/**
 * Makes the additional files of the federation plugin reproducible: a version is published once, and publishing it
 * again must produce the same bytes. Fails a build whose types could not be generated: the plugin only prints why,
 * whatever `abortOnError` says.
 */
class FederationFilesPlugin {
  /** @param {{ hasTypes: boolean }} options whether the build must have types */
  constructor({ hasTypes }) {
    this.hasTypes = hasTypes;
  }

  apply(compiler) {
    compiler.hooks.thisCompilation.tap('FederationFilesPlugin', (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_REPORT;
      compilation.hooks.processAssets.tap({ name: 'FederationFilesPlugin', stage }, () => {
        compilation.deleteAsset(STATS);
        const types = compilation.getAsset(TYPES);
        if (!types && this.hasTypes)
          compilation.errors.push(new WebpackError(`${TYPES} could not be generated: see the error above`));
        if (types) compilation.updateAsset(TYPES, new sources.RawSource(withoutTimes(types.source.buffer())));
      });
    });
  }
}

module.exports = { FederationFilesPlugin };
