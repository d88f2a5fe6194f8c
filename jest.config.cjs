const { availableParallelism } = require('node:os');
const { workspaces } = require('./package.json');
const base = require('./shared-ui/src/testing/jest.cjs');

/** Unit tests of everything that runs in a browser. Server code has its own runner (node --test). */
module.exports = {
  ...base,
  rootDir: __dirname,
  setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/tools/commands/report/jest-retries.cjs'],
  reporters: ['default', '<rootDir>/tools/commands/report/jest-reporter.cjs'],
  testLocationInResults: true,
  // One more than there are processors: these tests spend a third of their time waiting.
  maxWorkers: availableParallelism() + 1,
  roots: [
    'shared-ui/src',
    'shell/src',
    'tools/remote-tools/create/feature',
    ...workspaces.filter((workspace) => workspace.endsWith('-mfe')),
    'e2e/contracts',
  ].map((folder) => `<rootDir>/${folder}`),
  // What the host's build says of the federation runtime (shell/webpack.config.cjs).
  globals: { FEDERATION_OPTIMIZE_NO_SNAPSHOT_PLUGIN: true },
};
