const timeOuts = require('../time-outs.json');

/** Jest configuration for unit tests of browser packages, in this repository and in others. */
module.exports = {
  testMatch: ['**/*.test.{ts,tsx}'],
  testEnvironment: require.resolve('./jest-env.cjs'),
  setupFilesAfterEnv: [require.resolve('./jest-setup.ts')],
  testTimeout: timeOuts.test,
  transform: {
    '^.+\\.(t|j|mj)sx?$': [
      require.resolve('@swc/jest'),
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Packages that ship as ES modules only.
  transformIgnorePatterns: [
    '/node_modules/(?!(ky|@ariakit|eventsource-parser|lucide-react|shared-ui|workbox-[a-z-]+)/)',
  ],
  moduleNameMapper: {
    '\\.css$': require.resolve('./empty-module.cjs'),
    // The player's engine can't run in jsdom.
    '^lottie-react$': require.resolve('./lottie-mock.ts'),
    '\\.(svg|png|jpg|webp|woff2|mp3|mp4|vtt)$': require.resolve('./empty-module.cjs'),
  },
};
