const subsetFont = require('subset-font');

/** Copyright, licence and where it is to be found, by their numbers in a font: they stay with it. */
const RIGHTS = [0, 13, 14];

/**
 * A variable font with the weights between `min` and `max` only, all characters kept: what the weights beyond them need is two
 * fifths of the file.
 */
module.exports = function weightsLoader(font) {
  const { min, max } = this.getOptions();
  return subsetFont(font, '', {
    targetFormat: 'woff2',
    keepAllGlyphs: true,
    preserveNameIds: RIGHTS,
    variationAxes: { wght: { min, max } },
  });
};
module.exports.raw = true;
