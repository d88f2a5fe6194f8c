import { escapeHtml } from 'server-kit/http';
import type { Brand, ChunkNeeds, Guard, RemoteManifest, RuntimeConfig } from 'shared-ui/contract';
import type { Language } from 'shared-ui/contract/languages';
import type { TestVersion } from '../overrides/token.ts';
import type { FileHashes, ShellManifest } from '../registry/manifest.ts';
import { RUNTIME_MARKER } from '../registry/manifest.ts';
import { type BrandFile, drawLogo, iconUrl } from './brand.ts';
import {
  dataBlock,
  type FirstScreen,
  type StoredScreenScript,
  withFirstScreen,
  withStoredScreen,
} from './first-screen.ts';

/** The attributes of one preload link. */
interface PreloadLink {
  href: string;
  as: 'fetch' | 'script';
  integrity?: string;
  /** Language of texts: the page's script leaves them out for a person who reads another one. */
  hreflang?: Language;
  /** Fetched after what a prerendered screen needs to be painted. */
  fetchPriority?: 'low';
}

/** Preloads of a route. Behind a guard they are data, from which the page makes links once the guard lets the user in. */
export interface Preloads {
  guard: Guard;
  links: PreloadLink[];
}

/** Returns the links of scripts below a path. */
export function scriptLinks(base: string, paths: string[], files: FileHashes = {}): PreloadLink[] {
  return [...new Set(paths)].map((path) => {
    const integrity = files[path];
    const link: PreloadLink = { href: `${base}${path}`, as: 'script' };
    return integrity === undefined ? link : { ...link, integrity };
  });
}

/** Returns a remote's links: manifest, entry and first chunks; only the manifest for a remote on another server. */
export function preloadLinks(manifestUrl: string, manifest: RemoteManifest | undefined): PreloadLink[] {
  const base = manifestUrl.slice(0, manifestUrl.lastIndexOf('/') + 1);
  const first = manifest === undefined ? [] : [manifest.entry, ...(manifest.preload ?? [])];
  return [{ href: manifestUrl, as: 'fetch' }, ...scriptLinks(base, first, manifest?.files)];
}

/** Returns the additional links of one screen: its own chunks, and those of the shell parts that code needs at once. */
export function screenLinks(
  manifestUrl: string,
  { files }: RemoteManifest,
  { preload, needs }: ChunkNeeds,
  shell: ShellManifest,
): PreloadLink[] {
  const base = manifestUrl.slice(0, manifestUrl.lastIndexOf('/') + 1);
  const parts = needs.flatMap((part) => shell.parts[part] ?? []);
  return [...scriptLinks(`/shell/${shell.version}/`, parts, shell.files), ...scriptLinks(base, preload, files)];
}

/** Returns the link of a build's texts in a language; none if it has no such file, as in English. */
export function textLinks(base: string, files: FileHashes, language: Language): PreloadLink[] {
  const texts = Object.keys(files).filter((path) => path.startsWith(`texts-${language}.`) && path.endsWith('.js'));
  return scriptLinks(base, texts, files).map((link) => ({ ...link, hreflang: language }));
}

export interface PageParts {
  /** index.html as built by the shell. */
  template: string;
  brand: BrandFile;
  config: RuntimeConfig;
  /** As the shell reads it. */
  registry: object;
  preloads: Preloads | undefined;
  /** Test version of this browser; the page shows a notice about it. */
  test?: TestVersion | undefined;
  firstScreen?: FirstScreen | undefined;
  /** In place of a prerendered screen. */
  stored?: StoredScreenScript | undefined;
}

const SHELL_FILES = /<link rel="(?:stylesheet"|preload" as="font")[^>]* href="\/shell\/[^>]*>/g;

/** Puts the shell's styles into its index.html, in the place of the link to them. They contain their fonts. */
export const withStyles = (template: string, css: string): string =>
  template.replaceAll(SHELL_FILES, (link) => (link.includes('stylesheet') ? `<style data-shell>${css}</style>` : ''));

/** Returns index.html as served: with runtime configuration, registry, and preloads of the route's code. */
export function renderPage({
  template,
  brand,
  config,
  registry,
  preloads,
  test,
  firstScreen,
  stored,
}: PageParts): string {
  const head = [
    dataBlock('lodestar-runtime', { config, registry }),
    ...(test === undefined ? [] : [dataBlock('lodestar-override', noticeOf(test))]),
    ...preloadMarkup(preloads && firstScreen ? afterPaint(preloads) : preloads),
    // A data URL: browsers request the icon twice, and before the scripts of the first screen.
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawLogo(brand.brand))}">`,
    ...appleIcon(brand),
    ...appleSplash(brand),
  ].join('\n    ');
  const page = withBrand(template, brand.brand).replace(RUNTIME_MARKER, () => head);
  if (firstScreen !== undefined) return withFirstScreen(page, firstScreen, brand.brand);
  return stored === undefined ? page : withStoredScreen(page, stored);
}

/** What a page shows about the test version that it runs. */
interface OverrideNotice {
  name: string;
  /** Version of the build. */
  build: string;
  /** When it ends, in seconds since 1970. */
  until: number;
  /** Pull request of which it is the latest build. */
  preview?: string;
  /** Origin of the developer's own server, which announces new builds; absent unless it is under development. */
  developer?: string;
  /** Whether the page's policy allows later builds of the developer. */
  isInPlace?: boolean;
}

/** Returns the notice for a page of a browser with a test version. */
function noticeOf({ override: { name, until, url, kind, preview }, build, isInPlace }: TestVersion): OverrideNotice {
  const developer = kind === 'dev' ? { developer: new URL(url).origin, isInPlace } : {};
  return { name, build, until, ...(preview === undefined ? {} : { preview }), ...developer };
}

const afterPaint = ({ guard, links }: Preloads): Preloads => ({
  guard,
  links: links.map((link) => ({ ...link, fetchPriority: 'low' })),
});

function linkTag({ href, as, integrity, fetchPriority }: PreloadLink): string {
  const check = integrity === undefined ? '' : ` integrity="${integrity}"`;
  const priority = fetchPriority === undefined ? '' : ` fetchpriority="${fetchPriority}"`;
  return `<link rel="preload" as="${as}" href="${escapeHtml(href)}"${check}${priority} crossorigin="anonymous">`;
}

function preloadMarkup(preloads: Preloads | undefined): string[] {
  if (preloads === undefined) return [];
  const { guard, links } = preloads;
  // Shells of before read `guarded`, and make links of anything else at once.
  if (guard !== 'anyone') return [dataBlock('lodestar-preload', { guarded: guard !== 'visitor', links })];
  // Only the page's script knows which language its storage names.
  const { texts = [], code = [] } = Object.groupBy(links, ({ hreflang }) =>
    hreflang === undefined ? 'code' : 'texts',
  );
  return [...code.map(linkTag), ...(texts.length > 0 ? [dataBlock('lodestar-preload', { links: texts })] : [])];
}

/** iPhones take the home screen icon only from this link, as a PNG of at least 180 pixels. */
function appleIcon({ icons }: BrandFile): string[] {
  const icon = icons.find(({ sizes, purpose }) => purpose === 'any' && sizes === '180x180');
  return icon === undefined ? [] : [`<link rel="apple-touch-icon" href="/${iconUrl(icon.src)}">`];
}

/** iPhones show no splash picture without the second; browsers that support the first warn if it is missing. */
const CAPABLE = ['mobile-web-app-capable', 'apple-mobile-web-app-capable'].map(
  (name) => `<meta name="${name}" content="yes">`,
);

/** iPhones use only a picture that exactly fits the screen. Their pixel ratio is 3, except on small ones (2). */
function appleSplash({ splash }: BrandFile): string[] {
  const links = splash.map(({ src, sizes }) => {
    const [width = 0, height = 0] = sizes.split('x').map(Number);
    const ratio = width > 1000 ? 3 : 2;
    const screen = `(device-width: ${width / ratio}px) and (device-height: ${height / ratio}px)`;
    const media = `${screen} and (-webkit-device-pixel-ratio: ${ratio}) and (orientation: portrait)`;
    return `<link rel="apple-touch-startup-image" media="${media}" href="/${iconUrl(src)}">`;
  });
  return [...CAPABLE, ...links];
}

/** Inserts the brand's name and colour where the page shows them before, or without, any script. */
function withBrand(template: string, brand: Brand): string {
  const name = escapeHtml(brand.name);
  return template
    .replace(/<title>[^<]*<\/title>/, () => `<title>${name}</title>`)
    .replace(/(<meta name="application-name" content=)"[^"]*"/, (_, start: string) => `${start}"${name}"`)
    .replace(/(<span data-brand>)[^<]*/g, (_, start: string) => start + name)
    .replace(
      /(<meta name="?theme-color"? content=)("[^"]*"|[^\s>"]+)/,
      (_, start: string) => `${start}"${brand.colours.theme}"`,
    );
}
