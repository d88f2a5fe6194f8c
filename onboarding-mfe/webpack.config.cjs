const { remote } = require('shared-ui/webpack');

const configure = remote({ dir: __dirname, contract: 'feature@1', expose: './feature', module: './src/feature.tsx' });

/**
 * The code reader's packages don't say that their modules are free of side effects, so without this every barcode
 * format they know would come along: 123 kB gzip instead of 27.
 */
const onlyWhatIsUsed = { test: /[\\/]@zxing[\\/]/, sideEffects: false };

module.exports = (env) => {
  const config = configure(env);
  return { ...config, module: { ...config.module, rules: [...config.module.rules, onlyWhatIsUsed] } };
};
