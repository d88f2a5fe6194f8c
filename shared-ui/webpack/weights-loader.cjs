const subsetFont = require('subset-font');

/** Name ids in a font of copyright, licence and licence URL, which must be preserved. */
const RIGHTS = [0, 13, 14];

/**
 * Reduces a variable font to the weights from `min` to `max`, with all characters: the other weights take up two fifths
 * of the file.
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
