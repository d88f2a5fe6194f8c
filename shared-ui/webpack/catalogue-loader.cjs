const { existsSync } = require('node:fs');
const { readFile } = require('node:fs/promises');
const path = require('node:path');

/** Files of texts in a language that people have to review: all but the product's own two. */
const CATALOGUE = /[\\/]locales[\\/](?:[\w-]+\.)*(?!(?:en|fr)\.json$)[\w-]+\.json$/;

/** Returns the folder of the package that a file belongs to. */
function packageOf(file) {
  const folder = path.dirname(file);
  if (existsSync(path.join(folder, 'package.json')) || folder === path.dirname(folder)) return folder;
  return packageOf(folder);
}

/**
 * Lists in a catalogue the critical texts that no reviewer has signed as they are (`review` in the package). A changed
 * English text makes its signatures void, so the build depends on the English file, too.
 */
async function catalogueLoader(content) {
  const { catalogueOf, flattenTexts, unsignedKeys, UNSIGNED } = await import('shared-ui/contract/review');
  const root = packageOf(this.resourcePath);
  const [, tag] = /([\w-]+)\.json$/.exec(this.resourcePath);
  const read = async (file, isNeeded = true) => {
    if (!isNeeded && !existsSync(file)) return {};
    this.addDependency(file);
    return JSON.parse(await readFile(file, 'utf8'));
  };
  const texts = JSON.parse(content);
  const { name } = await read(path.join(root, 'package.json'));
  const unsigned = await unsignedKeys(
    catalogueOf(path.join(name, path.relative(root, this.resourcePath))),
    {
      english: new Map(flattenTexts(await read(this.resourcePath.replace(/[\w-]+\.json$/, 'en.json')))),
      translation: new Map(flattenTexts(texts)),
    },
    {
      critical: await read(path.join(root, 'review', 'critical.json'), false),
      signatures: await read(path.join(root, 'review', `${tag}.json`), false),
    },
  );
  return JSON.stringify(unsigned.length > 0 ? { [UNSIGNED]: unsigned.join(' '), ...texts } : texts);
}

module.exports = catalogueLoader;
module.exports.CATALOGUE = CATALOGUE;
