const { workspaces } = require('./package.json');

/** Unit tests of everything that runs in a browser. Server code has its own runner (node --test). */
const transform = {
  '^.+\\.(t|j|mj)sx?$': [
    '@swc/jest',
    {
      jsc: {
        parser: { syntax: 'typescript', tsx: true },
        target: 'es2022',
        transform: { react: { runtime: 'automatic' } },
      },
      module: { type: 'commonjs' },
    },
  ],
};

module.exports = {
  rootDir: __dirname,
  roots: [
    'shared-ui/src',
    'shell/src',
    ...workspaces.filter((workspace) => workspace.endsWith('-mfe')),
    'e2e/contracts',
  ].map((folder) => `<rootDir>/${folder}`),
  testMatch: ['**/*.test.{ts,tsx}'],
  testEnvironment: '<rootDir>/shared-ui/src/testing/jest-env.cjs',
  setupFilesAfterEnv: ['<rootDir>/shared-ui/src/testing/jest-setup.ts'],
  // Typing through a whole form takes seconds on a busy machine; that is no defect.
  testTimeout: 30_000,
  transform,
  // What the host's build says of the federation runtime (shell/webpack.config.cjs).
  globals: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true },
  // Packages that ship as ES modules only.
  transformIgnorePatterns: ['/node_modules/(?!(ky|@ariakit|lucide-react)/)'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/shared-ui/src/testing/empty-module.cjs',
    '\\.(svg|png|jpg|webp|woff2|mp3|mp4|vtt)$': '<rootDir>/shared-ui/src/testing/empty-module.cjs',
  },
};
