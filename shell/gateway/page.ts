import type { Brand, ChunkNeeds, Registry, RemoteManifest, RuntimeConfig } from 'shared-ui/contract';
import { type BrandFile, drawLogo, iconUrl } from './brand.ts';
import type { FileHashes, ShellManifest } from './manifest.ts';
import { noticeOf } from './override/notice.ts';
import type { TestVersion } from './override/test-version.ts';
import { RUNTIME_MARKER } from './publisher.ts';

/** The attributes of one preload link. */
export interface PreloadLink {
  href: string;
  as: 'fetch' | 'script';
  integrity?: string;
}

/** What a route needs first. Guarded: only who may enter shall fetch it, which the page itself decides. */
export interface Preloads {
  guarded: boolean;
  links: PreloadLink[];
}

function scriptLinks(base: string, paths: string[], files: FileHashes = {}): PreloadLink[] {
  return [...new Set(paths)].map((path) => {
    const integrity = files[path];
    const link: PreloadLink = { href: `${base}${path}`, as: 'script' };
    return integrity === undefined ? link : { ...link, integrity };
  });
}

/** The links for a remote: its manifest, entry and first chunks. Of a remote elsewhere only the manifest is known. */
export function preloadLinks(manifestUrl: string, manifest: RemoteManifest | undefined): PreloadLink[] {
  const base = manifestUrl.slice(0, manifestUrl.lastIndexOf('/') + 1);
  const first = manifest === undefined ? [] : [manifest.entry, ...(manifest.preload ?? [])];
  return [{ href: manifestUrl, as: 'fetch' }, ...scriptLinks(base, first, manifest?.files)];
}

/** The links for one screen besides its remote's: its own chunks, and those of the shell's parts that it needs. */
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

export interface PageParts {
  /** index.html as the shell's build left it. */
  template: string;
  brand: BrandFile;
  config: RuntimeConfig;
  registry: Registry;
  preloads: Preloads | undefined;
  /** What this browser alone gets; the page says so. */
  test?: TestVersion | undefined;
}

/** index.html as served: with its runtime configuration, the registry, and a head start for the route's code. */
export function renderPage({ template, brand, config, registry, preloads, test }: PageParts): string {
  const head = [
    dataBlock('lodestar-runtime', { config, registry }),
    ...(test === undefined ? [] : [dataBlock('lodestar-override', noticeOf(test))]),
    ...preloadMarkup(preloads),
    // As data: browsers ask for the mark twice, and before the scripts of the first screen.
    `<link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURIComponent(drawLogo(brand.brand))}">`,
    ...appleIcon(brand),
    ...appleSplash(brand),
  ].join('\n    ');
  return withBrand(template, brand.brand).replace(RUNTIME_MARKER, () => head);
}

/** Data for a script to read. A "<" is written as \u003c, so that no value can end the element. */
export function dataBlock(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;
}

function preloadMarkup(preloads: Preloads | undefined): string[] {
  if (preloads === undefined) return [];
  if (preloads.guarded) return [dataBlock('lodestar-preload', preloads)];
  return preloads.links.map(({ href, as, integrity }) => {
    const check = integrity === undefined ? '' : ` integrity="${integrity}"`;
    return `<link rel="preload" as="${as}" href="${escapeHtml(href)}"${check} crossorigin="anonymous">`;
  });
}

/** Phones of one maker take a PNG of at least 180 pixels for the home screen, and from this link only. */
function appleIcon({ icons }: BrandFile): string[] {
  const icon = icons.find(({ sizes, purpose }) => purpose === 'any' && sizes === '180x180');
  return icon === undefined ? [] : [`<link rel="apple-touch-icon" href="/${iconUrl(icon.src)}">`];
}

/** The second is for iPhones, which show no start picture without it; browsers that know the first grumble without that. */
const CAPABLE = ['mobile-web-app-capable', 'apple-mobile-web-app-capable'].map(
  (name) => `<meta name="${name}" content="yes">`,
);

/** iPhones take one picture for exactly their screen; all of them have three pixels to a point but the small ones. */
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

/** The brand's name and colour where the page shows them before, or without, any script. */
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

export function escapeHtml(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
