import type { Clause } from '../clause-result.ts';
import { type Draft, LATER } from './fixture.ts';

/** A defect in a release, the clause that must refuse it, and what its line must name. */
interface Break {
  what: string;
  clause: Clause;
  names: RegExp;
  change(draft: Draft): void;
}

const EXPOSED = /^exposed\..*\.js$/;
const ENTRY = /^remoteEntry\..*\.js$/;
const ON_DEMAND = /^leaflet-reader\..*\.js$/;

/** Returns a break that changes fields of remote.json. */
const field = (what: string, clause: Clause, names: RegExp, change: Record<string, unknown>): Break => ({
  what,
  clause,
  names,
  change: (draft) => void Object.assign(draft.declared, change),
});

/** Returns an incompressible text of this many bytes. */
function incompressible(bytes: number): string {
  let state = 7;
  let text = '';
  while (text.length < bytes) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    text += state.toString(36);
  }
  return text.slice(0, bytes);
}

const survey = { name: 'surveys', contract: 'survey@1', expose: './survey', routes: undefined, navigation: undefined };

/** Returns a break that makes the federation manifest contradict remote.json. */
const federation = (what: string, names: RegExp, change: Parameters<Draft['federation']>[0]): Break => ({
  what: `a federation manifest with ${what}`,
  clause: 'files',
  names,
  change: (draft) => draft.federation(change),
});

/** A path that is open to visitors and prerendered. */
const VISITED = { routes: [{ path: '/pharmacy/*', guard: 'visitor' }], prerender: ['/pharmacy'] };

/** Returns the file of first screens with one screen, whose French markup is given. */
const rendered = (path: string, html: string): string => {
  const screen = { title: 'A', html: '<h1>A</h1>', css: '.fs0{margin:0}' };
  return JSON.stringify({ platform: '2.0.0', screens: { [path]: { en: screen, fr: { ...screen, html } } } });
};

export const BREAKS: Break[] = [
  field(
    'an unknown contract',
    'contract',
    /CONTRACT_MISMATCH "contract": provides feature@2, but feature@1 .*is required/,
    {
      contract: 'feature@2',
    },
  ),
  field(
    'a server that the operator has not approved',
    'connect',
    /https:\/\/api\.example\.org is not approved: .*origins/,
    {
      connect: ['https://api.example.org'],
    },
  ),
  field('a sandboxed version that names a server', 'connect', /a sandboxed version can't call: remove it/, {
    ...survey,
    connect: ['https://api.example.org'],
  }),
  field('a feature in the place of the surveys', 'contract', /CONTRACT_MISMATCH .* survey@1 is required/, {
    name: 'surveys',
  }),
  field('surveys under a name that no page asks for', 'contract', /REMOTE_UNKNOWN "name" is "forms"/, {
    ...survey,
    name: 'forms',
  }),
  field('a feature under a name that nothing leads to', 'contract', /REMOTE_UNKNOWN "routes".*"pharmacies"/, {
    name: 'pharmacies',
    routes: undefined,
    navigation: undefined,
  }),
  field('a field that is wrong', 'schema', /MANIFEST_INVALID .*"expose"/, { expose: 'feature' }),
  field('a shared package that the host lacks', 'shared', /SHARED_MISSING "shared\.zustand": needs zustand \^5\.0\.0/, {
    shared: { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0', 'shared-ui': '^2.0.0', zustand: '^5.0.0' },
  }),
  field('a newer shared package than the host has', 'shared', /"shared\.shared-ui": needs shared-ui \^2\.99\.0/, {
    shared: { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0', 'shared-ui': '^2.99.0' },
  }),
  field('a shared package that is taken, but not named', 'shared', /SHARED_MISSING "shared" lacks shared-ui/, {
    shared: { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0' },
  }),
  field('a range that is none', 'shared', /"shared\.react" is "newest"/, {
    shared: { react: 'newest', 'react/jsx-runtime': '^19.0.0', 'shared-ui': '^2.0.0' },
  }),
  field(
    'the container of another version',
    'container',
    /"container" is lodestar_timeline_1_0_0, which timeline 1\.0\.0 has/,
    {
      container: 'lodestar_timeline_1_0_0',
    },
  ),
  field('a container that the entry does not leave', 'container', /EXPORT_INVALID "container".*pharmacy_next/, {
    container: 'pharmacy_next',
  }),
  field('a container that is the page’s own name', 'container', /"container" is fetch/, { container: 'fetch' }),
  field('a path of another remote', 'routes', /"routes\[1\]\.path": \/app\/\* belongs to timeline 1\.0\.0/, {
    routes: [
      { path: '/pharmacy/*', guard: 'patient' },
      { path: '/app/*', guard: 'patient' },
    ],
  }),
  field('an icon that there is not', 'routes', /"navigation\[0\]\.icon".*"pillz"/, {
    navigation: [{ place: 'menu', path: '/pharmacy', label: { en: 'P', fr: 'P' }, icon: 'pillz', order: 1 }],
  }),
  field(
    'a first screen for patients only',
    'schema',
    /"prerender\[0\]" must be a path that needs no sign-in, but its guard is "patient"/,
    { prerender: ['/pharmacy'] },
  ),
  field('a first screen of another remote', 'schema', /"prerender\[0\]" must be the path of one of its routes/, {
    prerender: ['/onboarding/welcome'],
  }),
  field(
    'a first screen that was not rendered',
    'files',
    /CHUNK_UNAVAILABLE first-screens\.json is not there, but "prerender" of remote\.json names it/,
    VISITED,
  ),
  {
    what: 'a first screen with a script',
    clause: 'files',
    names: /MANIFEST_INVALID first-screens\.json: "screens\.\/pharmacy\.fr\.html" must be plain markup: <script>/,
    change(draft) {
      Object.assign(draft.declared, VISITED);
      draft.write('first-screens.json', rendered('/pharmacy', '<h1>A</h1><script>go()</script>'));
    },
  },
  {
    what: 'a first screen of another path',
    clause: 'files',
    names: /MANIFEST_INVALID "prerender" names \/pharmacy, but first-screens\.json has no such screen/,
    change(draft) {
      Object.assign(draft.declared, VISITED);
      draft.write('first-screens.json', rendered('/pharmacy/orders', '<h1>A</h1>'));
    },
  },
  field('an older version', 'version', /"version" is 0\.9\.0: 1\.0\.0 is published/, { version: '0.9.0' }),
  field('a published version with other content', 'version', /"version" is 1\.0\.0: .*other content/, {
    version: '1.0.0',
  }),
  field('an entry that is not there', 'files', /ENTRY_UNAVAILABLE gone\.js .*"entry"/, { entry: 'gone.js' }),
  {
    what: 'files that are not those of the remote.json beside them',
    clause: 'files',
    names: /CHUNK_INTEGRITY picture\./,
    change({ declared, files }) {
      const hash = `sha384-${'A'.repeat(64)}`;
      Object.assign(declared, { files: Object.fromEntries([...files.keys()].map((path) => [path, hash])), bytes: 1 });
    },
  },
  {
    what: 'a missing chunk, which only the code names',
    clause: 'files',
    names: /CHUNK_UNAVAILABLE leaflet-reader\.[0-9a-f]+\.js/,
    change: (draft) => void draft.files.delete(draft.find(ON_DEMAND)),
  },
  {
    what: 'a missing picture, which only the code names',
    clause: 'files',
    names: /CHUNK_UNAVAILABLE picture\.[0-9a-f]+\.png/,
    change: (draft) => void draft.files.delete(draft.find(/^picture\./)),
  },
  {
    what: 'a script that broke off',
    clause: 'files',
    names: /EXPORT_INVALID exposed\..*\.js can't be read as JavaScript/,
    change(draft) {
      const path = draft.find(EXPOSED);
      draft.write(path, draft.text(path).slice(0, 3_000));
    },
  },
  {
    what: 'an empty script',
    clause: 'files',
    names: /ENTRY_UNAVAILABLE remoteEntry\..*\.js is empty/,
    change: (draft) => draft.write(draft.find(ENTRY), ''),
  },
  {
    what: 'a use of an export that the host lacks',
    clause: 'types',
    names: /EXPORT_INVALID the code uses useTexts of shared-ui, which shell 2\.0\.0 \(active\)/,
    change: (draft) => draft.replace(draft.find(EXPOSED), /\.useText\b/, '.useTexts'),
  },
  {
    what: 'a use of an export that only the previous shell lacks',
    clause: 'types',
    names: new RegExp(
      `^no {2}types: EXPORT_INVALID the code uses ${LATER} of shared-ui, which shell 1\\.0\\.0 \\(previous\\)`,
    ),
    change: (draft) => draft.replace(draft.find(EXPOSED), /\.useText\b/, `.${LATER}`),
  },
  {
    what: 'an export of React that there is not',
    clause: 'types',
    names: /uses createContexts of react/,
    change: (draft) => draft.replace(draft.find(EXPOSED), /\.createContext\b/, '.createContexts'),
  },
  {
    what: 'a stylesheet for the whole page',
    clause: 'styles',
    names: /"body" \(main\.css\), "h1" \(main\.css\) .*begin each selector with \[data-remote="pharmacy"\]/,
    change: (draft) => draft.write('main.css', 'body{background:red}h1{color:red}.pharmacy-card p{margin:0}'),
  },
  {
    what: 'styles for the whole page in a script',
    clause: 'styles',
    names: /"body" \(exposed\.[0-9a-f]+\.js\)/,
    change(draft) {
      const path = draft.find(EXPOSED);
      draft.write(path, `${draft.text(path)};new CSSStyleSheet().replaceSync("body{background:red}")`);
    },
  },
  {
    what: 'a file of 8 MB',
    clause: 'budget',
    names: /film\.bin has 8000\.0 kB/,
    change: (draft) => draft.write('film.bin', incompressible(8_000_000)),
  },
  {
    what: 'a large chunk that goes by a number',
    clause: 'budget',
    names: /417\.520de50c\.js has/,
    change: (draft) => draft.write('417.520de50c.js', `"${incompressible(400_000)}"`),
  },
  {
    what: 'a first screen of more than 40 kB',
    clause: 'budget',
    names: /the first screen has [\d.]+ kB after gzip, more than 40\.0 kB \(.*exposed\./,
    change(draft) {
      const path = draft.find(EXPOSED);
      draft.write(path, `${draft.text(path)};"${incompressible(90_000)}"`);
    },
  },
  federation(
    'another entry',
    /mf-manifest\.json has the entry other\.js, but remote\.json has remoteEntry\./,
    (manifest) => {
      manifest.metaData.remoteEntry.name = 'other.js';
    },
  ),
  federation('another container', /has the container other, but remote\.json has lodestar_pharmacy_/, (manifest) => {
    manifest.metaData.globalName = 'other';
  }),
  federation(
    'another exposed module',
    /has the exposed module \.\/other, but remote\.json has \.\/feature/,
    (manifest) => {
      manifest.exposes = [{ path: './other' }];
    },
  ),
  {
    what: 'a federation manifest that broke off',
    clause: 'files',
    names: /mf-manifest\.json can't be read/,
    change: (draft) => draft.write('mf-manifest.json', draft.text('mf-manifest.json').slice(0, 200)),
  },
  {
    what: 'code with another contract than remote.json',
    clause: 'contract',
    names:
      /CONTRACT_MISMATCH \.\/feature \(exposed\..*\.js\) implements feature@9, but "contract" in remote\.json is feature@1/,
    change: (draft) => draft.replace(draft.find(EXPOSED), '"feature@1"', '"feature@9"'),
  },
  {
    what: 'code that exports no routes',
    clause: 'contract',
    names: /EXPORT_INVALID \.\/feature \(exposed\..*\.js\) lacks routes, which feature@1 requires/,
    change: (draft) => draft.replace(draft.find(EXPOSED), /(contract:"feature@1",[\s\S]*?)\broutes:/, '$1screens:'),
  },
  {
    what: 'code that throws when it is loaded',
    clause: 'contract',
    names: /EXPORT_INVALID exposed\..*\.js throws an error as soon as it is loaded/,
    change(draft) {
      const [, id] = /"\.\/feature":.*?=>\w+\((\d+)\)/.exec(draft.text(draft.find(ENTRY))) ?? [];
      const head = new RegExp(`[{,]${id}\\((\\w+,?)+\\)\\{`);
      draft.replace(draft.find(EXPOSED), head, '$&throw new Error("no");');
    },
  },
  {
    what: 'a screen that always throws',
    clause: 'contract',
    names: /EXPORT_INVALID exposed\..*\.js has a screen that always throws an error/,
    change(draft) {
      const screen = /contract:"feature@1".*?\.jsx\)\(function\(\w*\)\{/;
      draft.replace(draft.find(EXPOSED), screen, '$&throw new Error("no");');
    },
  },
  {
    what: 'an exposed module that the entry lacks',
    clause: 'container',
    names: /EXPORT_INVALID "expose" is \.\/feature, but the entry exposes \.\/other/,
    change: (draft) => draft.replace(draft.find(ENTRY), '"./feature"', '"./other"'),
  },
  {
    what: 'React 18 in the build',
    clause: 'shared',
    names: /SHARED_MISSING react\.js contains React 18\.3\.1, but pages run React 19\.[0-9.]+: install react@/,
    change: (draft) =>
      draft.write('react.js', 'var e=exports;var t=Symbol.for("react.element");e.useState=()=>t;e.version="18.3.1"'),
  },
  {
    what: 'React 18 from the host, in one message for all of its modules and shells',
    clause: 'shared',
    names:
      /^no {2}shared: SHARED_MISSING "shared\.react", "shared\.react\/jsx-runtime", "shared\.react-dom": needs react and react-dom \^18\.2\.0, the host offers 19[^;]+\(active\) and [^;]+\(previous\)\): install react@19[0-9.]+ react-dom@19[^;]+$/,
    change: ({ declared }) =>
      void Object.assign(declared, {
        shared: {
          react: '^18.2.0',
          'react/jsx-runtime': '^18.2.0',
          'react-dom': '^18.2.0',
          'shared-ui': '^2.0.0',
        },
      }),
  },
  {
    what: 'no types',
    clause: 'types',
    names: /there are no types, which every feature publishes: build without --env dev/,
    change(draft) {
      for (const path of [...draft.files.keys()]) if (path.startsWith('@mf-types')) draft.files.delete(path);
      draft.federation(({ metaData }) => void Object.assign(metaData.types, { zip: '', api: '' }));
    },
  },
  {
    what: 'types that could not be made',
    clause: 'types',
    names: /@mf-types\.zip is missing or empty, and mf-manifest\.json names/,
    change: (draft) => void draft.files.delete('@mf-types.zip'),
  },
];
