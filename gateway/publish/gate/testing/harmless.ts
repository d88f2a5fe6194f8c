import type { Draft } from './fixture.ts';

/** A plausible change in a release that breaks nothing. */
interface Harmless {
  what: string;
  change(draft: Draft): void;
}

const EXPOSED = /^exposed\..*\.js$/;
const ENTRY = /^remoteEntry\..*\.js$/;
const ON_DEMAND = /^leaflet-reader\..*\.js$/;

const field = (what: string, change: Record<string, unknown>): Harmless => ({
  what,
  change: (draft) => void Object.assign(draft.declared, change),
});

const file = (path: string, content: string | Buffer): Harmless => ({
  what: `a file more: ${path}`,
  change: (draft) => draft.write(path, content),
});

/** Returns a change that appends code to a file. */
const appended = (what: string, pattern: RegExp, code: string): Harmless => ({
  what,
  change(draft) {
    const path = draft.find(pattern);
    draft.write(path, draft.text(path) + code);
  },
});

const replaced = (what: string, pattern: RegExp, from: string | RegExp, to: string): Harmless => ({
  what,
  change: (draft) => draft.replace(draft.find(pattern), from, to),
});

const version = (number: string) => field(`the version ${number}`, { version: number });

const routes = (...paths: string[]) =>
  field(`the paths ${paths.join(', ')}`, {
    routes: ['/pharmacy/*', ...paths].map((path) => ({ path, guard: 'patient' })),
  });

const guard = (name: string) => field(`the guard ${name}`, { routes: [{ path: '/pharmacy/*', guard: name }] });

const entry = (place: string, icon: string, path = '/pharmacy') =>
  field(`a link at ${place} with the icon ${icon} to ${path}`, {
    navigation: [{ place, path, label: { en: 'Pharmacy', fr: 'Pharmacie' }, icon, order: 7 }],
  });

const shared = (what: string, ranges: Record<string, string>): Harmless => ({
  what: `shared packages: ${what}`,
  change: (draft) => void Object.assign(draft.declared.shared as object, ranges),
});

/** Returns a compressible text of this many bytes. */
const long = (bytes: number) => 'Take it with a glass of water. '.repeat(bytes / 31);

export const HARMLESS: Harmless[] = [
  { what: 'nothing at all', change: () => undefined },
  version('1.0.1'),
  version('1.1.0-rc.1'),
  version('1.2.0-9e895f3b'),
  version('1.2.0-06324113'),
  version('2.0.0'),
  version('10.0.0'),
  routes('/pharmacy/orders/:orderId'),
  routes('/dispensary/*'),
  routes('/app/pharmacy', '/profile/:profileId/pharmacy/*'),
  guard('anyone'),
  guard('visitor'),
  guard('staff'),
  entry('menu', 'pill'),
  entry('home', 'shopping-basket'),
  entry('desk', 'clipboard-list'),
  entry('menu', 'pill', '/pharmacy/orders'),
  field('no links', { navigation: [] }),
  field('a name of its own and other paths', {
    name: 'dispensary',
    routes: [{ path: '/dispensary/*', guard: 'patient' }],
    navigation: [],
  }),
  field('English alone', { locales: ['en'] }),
  field('a third language', { locales: ['en', 'fr', 'ar'] }),
  {
    what: 'another name of what is exposed',
    change(draft) {
      draft.declared.expose = './pharmacy';
      draft.replace(draft.find(ENTRY), '"./feature"', '"./pharmacy"');
      draft.federation(({ exposes: [exposed] }) => void Object.assign(exposed ?? {}, { path: './pharmacy' }));
    },
  },
  field('a field of later versions', { colour: 'green' }),
  field('nothing preloaded', { preload: [], needs: [] }),
  field('a shared package that is needed at once no more', { needs: ['react'] }),
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
  {
    what: 'an export of React that is asked for before it is used',
    change(draft) {
      const path = draft.find(EXPOSED);
      const name = /(\w+)\.createContext\b/.exec(draft.text(path))?.[1] ?? '';
      draft.replace(path, /\w+\.createContext\b/, `${name}.notYet?${name}.notYet:${name}.createContext`);
    },
  },
  {
    what: 'a name inside that is also one of a shared package',
    change(draft) {
      const path = draft.find(EXPOSED);
      const name = /\b(\w+)=\w+\(\d+\),/.exec(draft.text(path))?.[1] ?? 'h';
      draft.replace(path, /function (\w+)\(/, `function hidden(${name}){return ${name}.ownField}function $1(`);
    },
  },
  {
    what: 'types that were written by hand, without the archive',
    change(draft) {
      draft.files.delete('@mf-types.zip');
      draft.federation(({ metaData }) => void Object.assign(metaData.types, { zip: '' }));
    },
  },
  { what: 'no manifest of federation', change: ({ files }) => void files.delete('mf-manifest.json') },
  {
    what: 'a picture with other content',
    change: (draft) => draft.write(draft.find(/^picture\./), Buffer.alloc(20_000, 2)),
  },
];
