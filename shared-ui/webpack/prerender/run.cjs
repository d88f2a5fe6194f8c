/**
 * Renders the prerendered parts of one build in a separate process: the code of screens may leave timers running or
 * change globals. `node run.cjs BUNDLE RESULT PATHS`: writes the results as JSON.
 */
const { writeFileSync } = require('node:fs');
require('./globals.cjs');

const [bundle, result, paths] = process.argv.slice(2);

require(bundle)
  .renderAll(JSON.parse(paths))
  .then((rendered) => writeFileSync(result, JSON.stringify(rendered)))
  .then(
    () => process.exit(0),
    (error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
