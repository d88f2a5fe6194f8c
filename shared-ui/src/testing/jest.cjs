/** What unit tests of browser packages need of jest, in this repository and in others. */
module.exports = {
  testMatch: ['**/*.test.{ts,tsx}'],
  testEnvironment: require.resolve('./jest-env.cjs'),
  setupFilesAfterEnv: [require.resolve('./jest-setup.ts')],
  // Typing through a whole form takes seconds on a busy machine; that is no defect.
  testTimeout: 30_000,
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
  transformIgnorePatterns: ['/node_modules/(?!(ky|@ariakit|lucide-react|shared-ui|workbox-[a-z-]+)/)'],
  moduleNameMapper: {
    '\\.css$': require.resolve('./empty-module.cjs'),
    // The player draws with an engine that jsdom can't run.
    '^lottie-react$': require.resolve('./lottie-mock.ts'),
    '\\.(svg|png|jpg|webp|woff2|mp3|mp4|vtt)$': require.resolve('./empty-module.cjs'),
  },
};
