import { identityOf, type Runtime } from './protocol.ts';

const runtime = (change: Partial<Runtime['registry']> = {}): Runtime => ({
  config: {
    brand: {
      name: 'Lodestar',
      meaning: { en: '', fr: '' },
      logo: 'M0 0',
      colours: { background: '#ffffff', theme: '#000000', star: '#ffffff' },
      supportEmail: 'support@example.org',
      supportPhones: [],
      hospital: 'Northside',
      locales: ['en'],
    },
    api: '/api',
    recorder: { url: 'http://localhost/', authorizer: 'a', retention: 'drop' },
    demo: true,
    dev: false,
    shell: '1.0.0',
  },
  registry: {
    schema: 2,
    revision: 1,
    origins: ['self'],
    remotes: {
      surveys: {
        active: '1.0.0',
        versions: {
          '1.0.0': { manifest: '/a', integrity: 'sha384-a' },
          '1.1.0': { manifest: '/b', integrity: 'sha384-b' },
        },
      },
    },
    ...change,
  },
});

test('identityOf ignores the revision and the fallback version', async () => {
  const { remotes } = runtime().registry;
  const surveys = { ...(remotes.surveys ?? { active: '', versions: {} }), previous: '1.1.0' };
  expect(await identityOf(runtime({ revision: 9, remotes: { surveys } }))).toBe(await identityOf(runtime()));
});

test('identityOf changes with the active version, origins and configuration', async () => {
  const { remotes } = runtime().registry;
  const surveys = { ...(remotes.surveys ?? { active: '', versions: {} }), active: '1.1.0' };
  const other = { ...runtime(), config: { ...runtime().config, demo: false } };
  const identities = await Promise.all(
    [runtime(), runtime({ remotes: { surveys } }), runtime({ origins: [] }), other].map(identityOf),
  );
  expect(new Set(identities).size).toBe(4);
});
