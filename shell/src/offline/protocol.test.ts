import type { RuntimeConfig } from 'shared-ui/contract';
import { identityOf, type Runtime } from './protocol.ts';

const VERSIONS = { '1.0.0': { manifest: '/a', integrity: 'a' }, '1.1.0': { manifest: '/b', integrity: 'b' } };

/** Returns what a page runs: this version of the surveys remote, and changes to its registry or configuration. */
const runtime = ({ surveys = {}, registry = {}, config = {} }: Record<string, object> = {}): Runtime => ({
  config: { demo: true, shell: '1.0.0', ...config } as RuntimeConfig,
  registry: {
    schema: 2,
    revision: 1,
    origins: ['self'],
    ...registry,
    remotes: { surveys: { active: '1.0.0', versions: VERSIONS, ...surveys } },
  },
});

test('identityOf changes with the active version, origins and configuration, but not with revision and fallback', async () => {
  const alike = [runtime(), runtime({ surveys: { previous: '1.1.0' }, registry: { revision: 9 } })];
  expect(new Set(await Promise.all(alike.map(identityOf))).size).toBe(1);
  const others = [{ surveys: { active: '1.1.0' } }, { registry: { origins: [] } }, { config: { demo: false } }];
  const identities = await Promise.all([{}, ...others].map((change) => identityOf(runtime(change))));
  expect(new Set(identities).size).toBe(4);
});
