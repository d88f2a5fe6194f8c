import type { RemoteManifest } from 'shared-ui/contract';

/** Hash of a file, for tests that do not check it. */
export const SOME_HASH = `sha384-${'B'.repeat(64)}`;

/** Returns the manifest of a remote; override the fields that matter to the test. */
export const remoteManifest = (fields: Partial<RemoteManifest> = {}): RemoteManifest => ({
  name: 'records',
  version: '1.0.0',
  contract: 'feature@1',
  container: 'lodestar_records_1_0_0',
  entry: 'entry.js',
  expose: './feature',
  shared: { react: '^19.0.0' },
  files: { 'entry.js': SOME_HASH },
  locales: ['en', 'fr'],
  bytes: 10,
  ...fields,
});
