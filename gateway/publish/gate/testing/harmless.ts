import { type Change, ENTRY, EXPOSED, ON_DEMAND } from './fixture.ts';

/** A plausible change in a release that breaks nothing. */
type Harmless = [what: string, change: Change];

const file = (path: string, content: string | Buffer): Harmless => [
  `another file: ${path}`,
  (draft) => draft.write(path, content),
];

const appended = (what: string, pattern: RegExp, code: string): Harmless => [
  what,
  (draft) => draft.append(pattern, code),
];

const replaced = (what: string, pattern: RegExp, from: string | RegExp, to: string): Harmless => [
  what,
  (draft) => draft.replace(pattern, from, to),
];

const routes = (guard: string, ...paths: string[]): Harmless => [
  `the paths ${paths.join(', ')} for ${guard}`,
  { routes: paths.map((path) => ({ path, guard })) },
];

const link = (place: string, icon: string, path = '/pharmacy'): Harmless => [
  `a link at ${place} with the icon ${icon} to ${path}`,
  { navigation: [{ place, path, label: { en: 'Pharmacy', fr: 'Pharmacie' }, icon, order: 7 }] },
];

const shared = (what: string, ranges: Record<string, string>): Harmless => [
  `shared packages: ${what}`,
  ({ declared }) => void Object.assign(declared.shared as object, ranges),
];

/** Returns a compressible text of this many bytes. */
const long = (bytes: number) => 'Take it with a glass of water. '.repeat(bytes / 31);

const VERSIONS = ['1.0.1', '1.1.0-rc.1', '1.2.0-9e895f3b', '1.2.0-06324113', '2.0.0', '10.0.0'];
const OWN = '/pharmacy/*';

export const HARMLESS: Harmless[] = [
  ['nothing at all', {}],
  ...VERSIONS.map((version): Harmless => [`the version ${version}`, { version }]),
  routes('patient', OWN, '/pharmacy/orders/:orderId'),
  routes('patient', OWN, '/dispensary/*'),
  routes('patient', OWN, '/app/pharmacy', '/profile/:profileId/pharmacy/*'),
  ...['anyone', 'visitor', 'staff'].map((guard) => routes(guard, OWN)),
  link('menu', 'pill'),
  link('home', 'shopping-basket'),
  link('desk', 'clipboard-list'),
  link('menu', 'pill', '/pharmacy/orders'),
  ['no links', { navigation: [] }],
  [
    'a name of its own and other paths',
    { name: 'dispensary', routes: [{ path: '/dispensary/*', guard: 'patient' }], navigation: [] },
  ],
  ['English alone', { locales: ['en'] }],
  ['a third language', { locales: ['en', 'fr', 'ar'] }],
  [
    'another name of what is exposed',
    (draft) => {
      draft.apply({ expose: './pharmacy' });
      draft.replace(ENTRY, '"./feature"', '"./pharmacy"');
      draft.federation(({ exposes: [exposed] }) => void Object.assign(exposed ?? {}, { path: './pharmacy' }));
    },
  ],
  ['a field of later versions', { colour: 'green' }],
  ['nothing preloaded', { preload: [], needs: [] }],
  ['a shared package that is no longer needed at once', { needs: ['react'] }],
  shared('an exact version', { react: '19.3.1' }),
  shared('a wide range', { react: '>=19 <20' }),
  shared('an earlier minor version', { 'shared-ui': '^2.0.0' }),
  shared('one that is offered and not used', { 'react-dom': '^19.0.0' }),
  shared('a part on demand', { 'shared-ui/forms': '^2.0.0' }),
  file('README.md', '# Pharmacy\n'),
  file('LICENSE.txt', long(400_000)),
  file('leaflet.json', long(200_000)),
  file('fonts/own.woff2', Buffer.alloc(40_000, 1)),
  file('exposed.js.map', long(600_000)),
  file('old.js.gz', Buffer.alloc(500_000, 1)),
  file('worker.mjs', 'export const answer = await Promise.resolve(42);\n'),
  file('helper.js', "import './worker.mjs';\n"),
  file('main.css', '[data-remote="pharmacy"] *{margin:0}.pharmacy-card{color:red}@media print{body{margin:0}}'),
  file('plain.js', 'globalThis.pharmacyHelper = () => 42;\n'),
  appended('a comment', EXPOSED, '\n/* checked by the pharmacy */\n'),
  appended('a source map’s address', ENTRY, '\n//# sourceMappingURL=entry.js.map\n'),
  appended('a library that grew', ON_DEMAND, `;"${long(300_000)}"`),
  appended('a few kilobytes more at first', EXPOSED, `;"${long(9_000)}"`),
  replaced('other words', EXPOSED, '.useText', ' .useText'),
  replaced('another export that the host has', EXPOSED, /\.useText\b/, '.useGoBack'),
  replaced('another export of React', EXPOSED, /\.createContext\b/, '.useMemo'),
  replaced(
    'an export of React that is asked for before it is used',
    EXPOSED,
    /(\w+)\.createContext\b/,
    '$1.notYet?$1.notYet:$1.createContext',
  ),
  [
    'a name inside that is also one of a shared package',
    (draft) => {
      const name = /\b(\w+)=\w+\(\d+\),/.exec(draft.text(draft.find(EXPOSED)))?.[1] ?? 'h';
      draft.replace(EXPOSED, /function (\w+)\(/, `function hidden(${name}){return ${name}.ownField}function $1(`);
    },
  ],
  [
    'types that were written by hand, without the archive',
    (draft) => {
      draft.remove(/^@mf-types\.zip$/);
      draft.federation(({ metaData }) => void Object.assign(metaData.types, { zip: '' }));
    },
  ],
  ['no manifest of federation', (draft) => draft.remove(/^mf-manifest\.json$/)],
  ['a picture with other content', (draft) => draft.write(draft.find(/^picture\./), Buffer.alloc(20_000, 2))],
];
