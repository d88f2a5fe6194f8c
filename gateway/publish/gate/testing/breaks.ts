import type { Clause } from '../clause-result.ts';
import { type Change, type Draft, ENTRY, EXPOSED, incompressible, LATER, ON_DEMAND } from './fixture.ts';

/** A defect in a release, what the clause's line must name, and the change that makes it. */
type Break = [what: string, names: RegExp, change: Change];

const UNREACHED = { routes: undefined, navigation: undefined };
const survey = { name: 'surveys', contract: 'survey@1', expose: './survey', ...UNREACHED };
const API = ['https://api.example.org'];
const REACT = { react: '^19.0.0', 'react/jsx-runtime': '^19.0.0' };
const REACT_18 = 'var e=exports;var t=Symbol.for("react.element");e.useState=()=>t;e.version="18.3.1"';
const shared = (change: Record<string, string>) => ({ shared: { ...REACT, 'shared-ui': '^2.0.0', ...change } });
const LARGE = `"${incompressible(400_000)}"`;
const STYLES = 'body{background:red}h1{color:red}.pharmacy-card p{margin:0}';
/** The code of the exposed module: its use of a text, its routes and its screen. */
const USE = /\.useText\b/;
const ROUTES = /(contract:"feature@1",[\s\S]*?)\broutes:/;
const SCREEN = /contract:"feature@1".*?\.jsx\)\(function\(\w*\)\{/;
const CONTEXT = /\.createContext\b/;
const SHEET = ';new CSSStyleSheet().replaceSync("body{background:red}")';
const THROW = '$&throw new Error("no");';
const ONLY_PREVIOUS = new RegExp(`^no {2}types: EXPORT_INVALID the code uses ${LATER} of .* 1\\.0\\.0 \\(previous\\)`);
const own = { path: '/pharmacy/*', guard: 'patient' };
const pill = { place: 'menu', path: '/pharmacy', label: { en: 'P', fr: 'P' }, icon: 'pillz', order: 1 };

/** A path that is open to visitors and prerendered. */
const VISITED = { routes: [{ ...own, guard: 'visitor' }], prerender: ['/pharmacy'] };

/** Returns a change that adds a prerendered screen with the given French markup. */
function rendered(path: string, html: string): Change {
  const screen = { title: 'A', html: '<h1>A</h1>', css: '.fs0{margin:0}' };
  const text = JSON.stringify({ platform: '2.0.0', screens: { [path]: { en: screen, fr: { ...screen, html } } } });
  return (draft) => {
    draft.apply(VISITED);
    draft.write('first-screens.json', text);
  };
}

const federation = (change: Parameters<Draft['federation']>[0]) => (draft: Draft) => draft.federation(change);
const replaced =
  (...change: Parameters<Draft['replace']>) =>
  (draft: Draft) =>
    draft.replace(...change);
const appended = (pattern: RegExp, code: string) => (draft: Draft) => draft.append(pattern, code);
const written = (path: string, text: string) => (draft: Draft) => draft.write(path, text);
const brokenOff = (pattern: RegExp, at: number) => replaced(pattern, new RegExp(`^(.{${at}}).*`, 's'), '$1');
const without = (pattern: RegExp) => (draft: Draft) => draft.remove(pattern);

const entry = (name: string) => federation(({ metaData }) => void Object.assign(metaData.remoteEntry, { name }));
const container = (globalName: string) => federation(({ metaData }) => void Object.assign(metaData, { globalName }));
const exposes = (path: string) => federation((manifest) => void Object.assign(manifest, { exposes: [{ path }] }));

function otherHashes(draft: Draft): void {
  const hashes = [...draft.files.keys()].map((path) => [path, `sha384-${'A'.repeat(64)}`]);
  draft.apply({ files: Object.fromEntries(hashes), bytes: 1 });
}

function throwAtOnce(draft: Draft): void {
  const [, id] = /"\.\/feature":.*?=>\w+\((\d+)\)/.exec(draft.text(draft.find(ENTRY))) ?? [];
  draft.replace(EXPOSED, new RegExp(`[{,]${id}\\((\\w+,?)+\\)\\{`), THROW);
}

function noTypes(draft: Draft): void {
  for (const path of [...draft.files.keys()]) if (path.startsWith('@mf-types')) draft.files.delete(path);
  draft.federation(({ metaData }) => void Object.assign(metaData.types, { zip: '', api: '' }));
}

/** The defects by the clause that must refuse them. */
export const BREAKS: Partial<Record<Clause, Break[]>> = {
  schema: [
    ['a field that is wrong', /MANIFEST_INVALID .*"expose"/, { expose: 'feature' }],
    ['a first screen for patients only', /"prerender\[0\]".* but its guard is "patient"/, { prerender: ['/pharmacy'] }],
    ['another remote’s first screen', /"prerender\[0\]".* one of its routes/, { prerender: ['/onboarding/welcome'] }],
  ],
  contract: [
    ['an unknown contract', /CONTRACT_MISMATCH .* feature@2, but feature@1 .*is required/, { contract: 'feature@2' }],
    ['a feature in the place of the surveys', /CONTRACT_MISMATCH .* survey@1 is required/, { name: 'surveys' }],
    ['surveys under another name', /REMOTE_UNKNOWN "name" is "forms"/, { ...survey, name: 'forms' }],
    ['a feature that nothing leads to', /REMOTE_UNKNOWN "routes"/, { ...UNREACHED, name: 'pharmacies' }],
    ['code with another contract', /feature@9, but .* is feature@1/, replaced(EXPOSED, '"feature@1"', '"feature@9"')],
    ['code that exports no routes', /EXPORT_INVALID .* lacks routes, which/, replaced(EXPOSED, ROUTES, '$1screens:')],
    ['code that throws when it is loaded', /EXPORT_INVALID .* throws an error as soon as it is loaded/, throwAtOnce],
    ['a screen that always throws', /EXPORT_INVALID .* screen that always throws/, replaced(EXPOSED, SCREEN, THROW)],
  ],
  container: [
    ['another version’s container', /which timeline 1\.0\.0 has/, { container: 'lodestar_timeline_1_0_0' }],
    ['a container that the entry lacks', /EXPORT_INVALID "container".*pharmacy_next/, { container: 'pharmacy_next' }],
    ['a container that is the page’s own name', /"container" is fetch/, { container: 'fetch' }],
    ['a container that only pages have', /"container" is indexedDB/, { container: 'indexedDB' }],
    ['an entry with another module', /"expose" is .* exposes \.\/other/, replaced(ENTRY, '"./feature"', '"./other"')],
  ],
  files: [
    ['a first screen that was not rendered', /CHUNK_UNAVAILABLE first-screens\.json .*"prerender"/, VISITED],
    ['a first screen with a script', /fr\.html" must be plain markup: <script>/, rendered('/pharmacy', '<script>')],
    ['a first screen of another path', /"prerender" names .* no such screen/, rendered('/pharmacy/orders', '<h1>')],
    ['an entry that is not there', /ENTRY_UNAVAILABLE gone\.js .*"entry"/, { entry: 'gone.js' }],
    ['files of another remote.json', /CHUNK_INTEGRITY picture\./, otherHashes],
    ['a missing chunk, which only the code names', /CHUNK_UNAVAILABLE leaflet-reader\..*js/, without(ON_DEMAND)],
    ['a missing picture, which only the code names', /CHUNK_UNAVAILABLE picture\..*png/, without(/^picture\./)],
    ['a script that broke off', /EXPORT_INVALID exposed\..* can't be read/, brokenOff(EXPOSED, 3_000)],
    ['an empty script', /ENTRY_UNAVAILABLE remoteEntry\..*\.js is empty/, brokenOff(ENTRY, 0)],
    ['a federation manifest with another entry', /the entry other\.js, but .* remoteEntry/, entry('other.js')],
    ['a federation manifest with another container', /container other, but .* lodestar_pharmacy/, container('other')],
    ['a federation manifest with another module', /module \.\/other, but .* \.\/feature/, exposes('./other')],
    ['a federation manifest that broke off', /mf-manifest\.json can't be read/, brokenOff(/^mf-manifest/, 200)],
  ],
  shared: [
    ['a package that the host lacks', /SHARED_MISSING .* needs zustand \^5\.0\.0/, shared({ zustand: '^5.0.0' })],
    ['a newer shared package', /"shared\.shared-ui": needs shared-ui \^2\.99\.0/, shared({ 'shared-ui': '^2.99.0' })],
    ['a shared package that is not named', /SHARED_MISSING "shared" lacks shared-ui/, { shared: REACT }],
    ['a range that is none', /"shared\.react" is "newest"/, shared({ react: 'newest' })],
    ['React 18 in the build', /contains React 18\.3\.1, but pages run React 19\./, written('react.js', REACT_18)],
    [
      'React 18 from the host, in one message for all of its modules and shells',
      /^no {2}shared: SHARED_MISSING "shared\.react", "shared\.react\/jsx-runtime", "shared\.react-dom": needs react and react-dom \^18\.2\.0, the host offers 19[^;]+\(active\) and [^;]+\(previous\)\): install react@19[0-9.]+ react-dom@19[^;]+$/,
      { shared: { react: '^18.2.0', 'react/jsx-runtime': '^18.2.0', 'react-dom': '^18.2.0', 'shared-ui': '^2.0.0' } },
    ],
  ],
  types: [
    ['an export that the host lacks', /uses useTexts of .* 2\.0\.0 \(active\)/, replaced(EXPOSED, USE, '.useTexts')],
    ['an export that only the previous shell lacks', ONLY_PREVIOUS, replaced(EXPOSED, USE, `.${LATER}`)],
    ['an export that React lacks', /uses createContexts of react/, replaced(EXPOSED, CONTEXT, '.createContexts')],
    ['no types', /there are no types, which every feature publishes/, noTypes],
    ['types that could not be made', /@mf-types\.zip is missing or empty/, without(/^@mf-types\.zip$/)],
  ],
  styles: [
    ['a stylesheet for the whole page', /"body" \(main\.css\), "h1" .*"pharmacy"\]/, written('main.css', STYLES)],
    ['a script with such styles', /"body" \(exposed\..*js\)/, appended(EXPOSED, SHEET)],
  ],
  budget: [
    ['a file of 8 MB', /film\.bin has 8000\.0 kB/, written('film.bin', incompressible(8_000_000))],
    ['a large chunk that goes by a number', /417\.520de50c\.js has/, written('417.520de50c.js', LARGE)],
    ['a first screen above 40 kB', /more than 40\.0 kB \(.*exposed/, appended(EXPOSED, `;"${incompressible(90_000)}"`)],
  ],
  routes: [
    ['another remote’s path', /routes\[1\].* belongs to timeline/, { routes: [own, { ...own, path: '/app/*' }] }],
    ['an icon that there is not', /"navigation\[0\]\.icon".*"pillz"/, { navigation: [pill] }],
  ],
  connect: [
    ['a server that is not approved', /api\.example\.org is not approved: .*origins/, { connect: API }],
    ['a server of a sandboxed version', /a sandboxed version can't call: remove it/, { ...survey, connect: API }],
  ],
  version: [
    ['an older version', /"version" is 0\.9\.0: 1\.0\.0 is published/, { version: '0.9.0' }],
    ['a published version with other content', /"version" is 1\.0\.0: .*other content/, { version: '1.0.0' }],
  ],
};
