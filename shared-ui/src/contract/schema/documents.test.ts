import { passOver } from '../form.ts';
import { parseRegistry } from '../registry.ts';
import { parseRemoteManifest } from '../remote-manifest.ts';
import { ShapeError } from './check.ts';

const HASH = `sha384-${'A'.repeat(64)}`;
const MANIFEST = {
  name: 'pharmacy',
  version: '1.0.0',
  contract: 'feature@1',
  container: 'pharmacy_1_0_0',
  entry: 'entry.js',
  expose: './feature',
  shared: { react: '^19.3.1' },
  locales: ['en', 'fr'],
  routes: [{ path: '/pharmacy/*', guard: 'patient' }],
  navigation: [
    { place: 'menu', path: '/pharmacy', label: { en: 'Pharmacy', fr: 'Pharmacie' }, icon: 'pill', order: 1 },
  ],
  files: { 'entry.js': HASH },
  bytes: 10,
};
const REGISTRY = {
  schema: 2,
  revision: 3,
  origins: ['self'],
  remotes: { pharmacy: { active: '1.0.0', versions: { '1.0.0': { manifest: '/m', integrity: HASH } } } },
};

/** Returns the path of the field at which parsing fails. */
function stopAt(parse: () => unknown): string {
  try {
    parse();
    return 'nothing';
  } catch (error) {
    return error instanceof ShapeError ? error.path : String(error);
  }
}

test('parseRemoteManifest and parseRegistry keep known fields and ignore those of later versions', () => {
  expect(parseRemoteManifest({ ...MANIFEST, later: 1 })).toEqual(MANIFEST);
  expect(parseRegistry({ ...REGISTRY, worker: 'off', later: 1 })).toEqual({ ...REGISTRY, worker: 'off' });
});

test.each([
  ['name', { name: 'Pharmacy' }],
  ['entry', { entry: undefined }],
  ['shared.react', { shared: { react: 19 } }],
  ['locales[1]', { locales: ['en', 7] }],
  ['files.entry.js', { files: { 'entry.js': 'md5-1' } }],
  ['files', { files: {} }],
  ['bytes', { bytes: -1 }],
  ['routes[0].guard', { routes: [{ path: '/pharmacy/*', guard: 'nurse' }] }],
  ['navigation[0].path', { routes: [] }],
])('parseRemoteManifest rejects a manifest with an invalid %s', (field, change) => {
  expect(stopAt(() => parseRemoteManifest({ ...MANIFEST, ...change }))).toBe(field);
});

test('parseRegistry throws at the first fault, or reports every fault to a callback', () => {
  const broken = { ...REGISTRY, schema: 3, origins: 'self', remotes: { pharmacy: { active: '2.0.0', versions: {} } } };
  expect(stopAt(() => parseRegistry(broken))).toBe('schema');
  const faults: string[] = [];
  parseRegistry(broken, (path, says) => faults.push(`${path} ${says}`));
  expect(faults).toEqual([
    'schema must be one of 1, 2',
    'origins must be a list',
    'remotes.pharmacy.active must be one of its versions',
  ]);
});

const CANARY = {
  active: '1.0.0',
  canary: { version: '1.1.0', share: 10 },
  revoked: ['0.9.0'],
  versions: {
    '1.0.0': {
      manifest: '/m',
      integrity: HASH,
      trust: 'trusted',
      signature: { team: 'pharmacists', value: `${'A'.repeat(86)}==` },
    },
    '1.1.0': { manifest: '/n', integrity: HASH, trust: 'sandboxed' },
  },
};

test('parseRegistry reads the trust, signature, canary and revoked versions of a remote', () => {
  const registry = { ...REGISTRY, remotes: { pharmacy: CANARY } };
  expect(parseRegistry(registry)).toEqual(registry);
});

test('parseRegistry reads schema 1 as schema 2, and both words for trust in either schema', () => {
  const registry = { ...REGISTRY, remotes: { pharmacy: CANARY } };
  const former = JSON.stringify({ ...registry, schema: 1 })
    .replace('"trusted"', '"house"')
    .replace('"sandboxed"', '"guest"');
  expect(former).toMatch(/"trust":"house".*"trust":"guest"/);
  for (const document of [JSON.parse(former), { ...JSON.parse(former), schema: 2 }, { ...registry, schema: 1 }])
    expect(parseRegistry(document)).toEqual(registry);
});

/** Returns the versions of CANARY with other fields of the first. */
const versions = (fields: object) => ({
  versions: { ...CANARY.versions, '1.0.0': { ...CANARY.versions['1.0.0'], ...fields } },
});

test.each([
  ['canary.version', { canary: { version: '2.0.0', share: 10 } }],
  ['canary.share', { canary: { version: '1.1.0', share: 0 } }],
  ['canary.share', { canary: { version: '1.1.0', share: 100 } }],
  ['revoked[0]', { revoked: ['1.0.0'] }],
  ['versions.1.0.0.trust', versions({ trust: 'all' })],
  ['versions.1.0.0.signature.value', versions({ signature: { team: 'pharmacists', value: 'me' } })],
])('parseRegistry rejects an entry with an invalid %s', (field, change) => {
  const registry = { ...REGISTRY, remotes: { pharmacy: { ...CANARY, ...change } } };
  expect(stopAt(() => parseRegistry(registry))).toBe(`remotes.pharmacy.${field}`);
});

test('parseRegistry with passOver replaces invalid values with empty ones and an invalid guard with the strictest', () => {
  const version = { manifest: '/m', routes: [{ path: '/pharmacy/*', guard: 'nurse' }] };
  const broken = { ...REGISTRY, remotes: { pharmacy: { active: '1.0.0', versions: { '1.0.0': version } }, other: 7 } };
  expect(parseRegistry(broken, passOver).remotes).toEqual({
    pharmacy: {
      active: '1.0.0',
      versions: { '1.0.0': { ...version, integrity: '', routes: [{ path: '/pharmacy/*', guard: 'staff' }] } },
    },
    other: { active: '', versions: {} },
  });
});

test.each([undefined, null, 7, 'text', []])('parseRegistry rejects a value that is not an object: %p', (value) => {
  expect(stopAt(() => parseRegistry(value))).toBe('');
  expect(() => parseRemoteManifest(value, passOver)).not.toThrow();
});
