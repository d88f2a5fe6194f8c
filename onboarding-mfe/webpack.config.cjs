const { remote } = require('shared-ui/webpack');

const configure = remote({
  dir: __dirname,
  contract: 'feature@1',
  expose: './feature',
  module: './src/feature.tsx',
  routes: [
    { path: '/onboarding/*', guard: 'visitor' },
    { path: '/onboarding/login', guard: 'visitor', preload: 'login' },
    // Documents, and links from emails and text messages, work signed in or not.
    { path: '/onboarding/nda-legal', guard: 'anyone' },
    { path: '/onboarding/privacy', guard: 'anyone' },
    { path: '/onboarding/terms', guard: 'anyone' },
    // Professionals see it again after they have used the app.
    { path: '/onboarding/side-by-side', guard: 'anyone' },
    { path: '/onboarding/reset-password/:uuid', guard: 'anyone' },
    { path: '/onboarding/validate-email/:uuid', guard: 'anyone' },
    { path: '/onboarding/confirm-mobile/:uuid', guard: 'anyone' },
    { path: '/onboarding/invitation/:uuid', guard: 'anyone' },
    { path: '/expired', guard: 'anyone' },
  ],
  // People open these, the second from a bookmark or when their session has ended.
  prerender: ['/onboarding/welcome', '/onboarding/login'],
});

/**
 * The code reader's packages don't declare their modules free of side effects; without this the barcode writers would
 * be bundled too.
 */
const WITHOUT_SIDE_EFFECTS = { test: /[\\/]@zxing[\\/]/, sideEffects: false };

/**
 * The phone library's data as plain JSON, of which webpack keeps only the part that is read: 1.5 kB gzip instead of 19.
 */
const PHONE_DATA = 'libphonenumber-js/metadata.min.json';

/**
 * Minimum size, in bytes, of a chunk that several screens share and fetch once: the translations of the account
 * screens.
 */
const MIN_SHARED_CHUNK_SIZE = 8_000;

module.exports = (env) => {
  const config = configure(env);
  const { splitChunks } = config.optimization;
  return {
    ...config,
    optimization: { ...config.optimization, splitChunks: { ...splitChunks, minSize: MIN_SHARED_CHUNK_SIZE } },
    resolve: { ...config.resolve, alias: { ...config.resolve.alias, [PHONE_DATA]: require.resolve(PHONE_DATA) } },
    module: { ...config.module, rules: [...config.module.rules, WITHOUT_SIDE_EFFECTS] },
  };
};
