import { type Brand, leadsTo, ownerOf, type Registry, type RuntimeConfig } from 'shared-ui/contract';
import { PACK_FILE, packsIn } from 'shared-ui/contract/language-pack';
import { ALL_LANGUAGES, isLanguage, LANGUAGES, type Language } from 'shared-ui/contract/languages';
import { dialCodeOf, isCountry } from 'shared-ui/contract/phone';
import type { GatewayConfig } from '../http/config.ts';
import { TextDocument } from '../http/respond.ts';
import { contentSecurityPolicy, cspHash, inlineScriptHashes, policySources } from '../http/security.ts';
import { type Browser, registryFor } from '../overrides/browser.ts';
import type { TestVersion } from '../overrides/token.ts';
import { callableOrigins } from '../registry/connect.ts';
import type { Deployed, Deployment } from '../registry/deployment.ts';
import type { ShellManifest } from '../registry/manifest.ts';
import { asSchema1 } from '../registry/registry.ts';
import { isUnsignedFeature } from '../trust/version-trust.ts';
import type { BrandFile } from './brand.ts';
import {
  composeFirstScreen,
  type FirstScreen,
  firstScreenSources,
  hasPlace,
  storedScreenScript,
} from './first-screen.ts';
import {
  type PageParts,
  type Preloads,
  preloadLinks,
  renderPage,
  screenLinks,
  scriptLinks,
  textLinks,
  withStyles,
} from './page.ts';
import { withPane } from './pane/pane.ts';

/** Responses made from the registry and the configuration, once per deployed state and variant. */
export interface Documents {
  registry: TextDocument;
  config: TextDocument;
  /** Policy of every response except pages. */
  policy: string;
  /** Returns the page for a route, with its own policy; undefined while no shell is published. */
  page(asked: AskedPage): Promise<PageDocument | undefined>;
}

interface PageDocument {
  document: TextDocument;
  policy: string;
  /** `Link` headers of 103 Early Hints. */
  hints: string[];
}

/** What one page is made of. */
interface PageVariant extends Pick<PageParts, 'template' | 'preloads' | 'firstScreen' | 'stored'> {
  /** The shell's styles, if the template contains them. */
  styles: string | undefined;
  isPane: boolean;
}

/** What a request for a page asks for. */
interface AskedPage {
  path: string;
  /** Whether the address has a query: a screen may then show something else than it does without. */
  hasQuery: boolean;
  language: Language;
  /** Whether it is for a pane of the demo's "Side by side". */
  isPane?: boolean;
  /** Whether the browser has asked for no page before, so that it has none of the files. */
  isFirst?: boolean;
}

/** Returns the languages that a published pack brings whole, and of which people have signed every critical text. */
const reviewedByPack = (registry: Registry): Language[] =>
  packsIn(registry).flatMap(({ language: { tag, state } }) => (state === 'reviewed' && isLanguage(tag) ? [tag] : []));

/**
 * Returns the languages that people may choose: those of the build and of packs. A demo also offers those that only a
 * computer has translated.
 */
export function languagesIn({ demo }: Pick<GatewayConfig, 'demo'>, registry?: Registry): readonly Language[] {
  const reviewed = registry ? reviewedByPack(registry) : [];
  const isOffered = (language: Language) => {
    const { state } = LANGUAGES[language];
    return state === 'reviewed' || reviewed.includes(language) || (demo && state === 'machine');
  };
  return ALL_LANGUAGES.filter(isOffered);
}

/** Returns the page's runtime configuration. */
function runtimeConfig(config: GatewayConfig, brand: BrandFile, shell: string, registry: Registry): RuntimeConfig {
  const { recorder, surveyTokens, demo, invitedDomains, emailFormat, passwordRule, pinDigits, dev } = config;
  const { guestOrigin, textCountries, timeZone, sessionIdleMinutes, signInProviders } = config;
  const providers = signInProviders.map(({ id, name }) => ({ id, name, url: `/api/v1/oidc/${id}/start` }));
  const guests = guestOrigin === undefined ? {} : { guestOrigin };
  const zone = timeZone === undefined ? {} : { timeZone };
  const countries = textCountries && {
    textCountries: [...new Set(textCountries.map(dialCodeOf))],
    ...(textCountries.some(isCountry) ? { textAreas: textCountries } : {}),
  };
  const forms = { emailFormat, passwordRule, pinDigits };
  const shared = { recorder, surveyTokens, demo, invitedDomains, ...forms, sessionIdleMinutes, dev, shell };
  const languages = languagesIn(config, registry);
  const reviewed = reviewedByPack(registry);
  return {
    brand: brand.brand,
    api: '/api',
    languages,
    ...(reviewed.length > 0 ? { reviewedByPack: reviewed } : {}),
    ...shared,
    ...zone,
    ...guests,
    ...countries,
    signInProviders: providers,
  };
}

/** Requests without a cookie get the registry unchanged. */
const NO_BROWSER: Browser = { cohort: undefined };

/** Returns a function that makes the documents of a deployed state, for each set of versions, on first request. */
export function documentMaker(config: GatewayConfig, brand: BrandFile, deployment: Deployment) {
  const made = new WeakMap<Registry, Documents>();
  return (deployed: Deployed, browser = NO_BROWSER): Documents => {
    const registry = registryFor(deployed.registry, browser);
    const known =
      made.get(registry) ?? makeDocuments(config, brand, deployment, { ...deployed, registry }, browser.test);
    made.set(registry, known);
    return known;
  };
}

function makeDocuments(
  config: GatewayConfig,
  brand: BrandFile,
  deployment: Deployment,
  deployed: Deployed,
  test?: TestVersion,
): Documents {
  const { registry, shell } = deployed;
  const runtime = runtimeConfig(config, brand, shell?.version ?? '', registry);
  const listed = shell === undefined || shell.manifest.registrySchema > 1 ? registry : asSchema1(registry);
  const sources = policySources(config, callableOrigins(registry, deployed.approved));
  const pages = new Map<string, Promise<PageDocument>>();
  const makePage = async ({ styles, isPane, ...parts }: PageVariant) => {
    const { template, preloads, firstScreen, stored } = parts;
    const html = renderPage({ ...parts, brand, config: runtime, registry: listed, test });
    const first = firstScreen ?? stored;
    const own = first && firstScreenSources(first);
    const policy = contentSecurityPolicy({
      ...sources,
      // Only those of the template: a prerendered screen can allow none.
      inlineScripts: [...inlineScriptHashes(template), ...(own ? [own.script] : [])],
      inlineStyles: [...(styles === undefined ? [] : [cspHash(styles)]), ...(own ? [own.style] : [])],
      hasFonts: styles !== undefined,
      test,
      isFramed: isPane,
    });
    const vary = firstScreen || preloads ? 'Accept-Language' : undefined;
    return { document: new TextDocument(html, 'text/html; charset=utf-8', vary), policy, hints: earlyHints(html) };
  };
  return {
    registry: jsonDocument(listed),
    config: jsonDocument(runtime),
    policy: contentSecurityPolicy(sources),
    async page(asked) {
      if (shell === undefined) return undefined;
      const { isPane = false } = asked;
      const preloads = await preloadsOf(deployed, shell.manifest, deployment, asked);
      // A browser with a test version shows nothing that is published in the place of what it tests.
      const isPlain = !test && !config.dev && !isPane;
      const firstScreen =
        isPlain && !asked.hasQuery ? await firstScreenOf(deployed, deployment, brand.brand, asked) : undefined;
      const canStore = isPlain && !firstScreen && hasPlace(shell.template);
      const stored = canStore ? storedScreenScript(await deployment.prerendered.frames(shell.version)) : undefined;
      const linked = isPane ? withPane(shell.template) : shell.template;
      const { template, styles } = await styledPage(linked, shell.version, deployment, isPlain && asked.isFirst);
      const shown = firstScreen ? [asked.path, asked.language] : null;
      const key = JSON.stringify([preloads ?? null, shown, isPane, styles !== undefined]);
      const page = pages.get(key) ?? makePage({ template, styles, preloads, firstScreen, stored, isPane });
      pages.set(key, page);
      return page;
    },
  };
}

/**
 * Returns a shell's index.html and the styles in it. On a first visit they are in the page: a phone that has no file yet
 * needs one round trip less for its first paint. Later they are linked.
 */
async function styledPage(
  linked: string,
  version: string,
  { prerendered }: Deployment,
  isFirst = false,
): Promise<Pick<PageVariant, 'template' | 'styles'>> {
  const styles = isFirst ? await prerendered.styles(version) : undefined;
  const template = styles === undefined ? linked : withStyles(linked, styles);
  return { template, styles: template === linked ? undefined : styles };
}

/**
 * Returns the prerendered screen of the version that pages run at a path; undefined if it has none. It has the build's
 * texts, so there is none in a language with a pack.
 */
async function firstScreenOf(
  { registry, external, shell }: Deployed,
  { prerendered }: Deployment,
  brand: Brand,
  { path, language }: AskedPage,
): Promise<FirstScreen | undefined> {
  const owner = ownerOf(path, registry);
  const active = owner && registry.remotes[owner.remote]?.active;
  const published = owner && active && registry.remotes[owner.remote]?.versions[active];
  if (packsIn(registry).some((pack) => pack.language.tag === language)) return undefined;
  if (!shell || !owner || !active || !published || !hasPlace(shell.template)) return undefined;
  if (isUnsignedFeature(published) || external.has(`${owner.remote}@${active}`)) return undefined;
  const frames = await prerendered.frames(shell.version);
  const screens = frames && (await prerendered.screens(owner.remote, active, published.integrity));
  if (!screens) return undefined;
  const bases = { screensBase: `/remotes/${owner.remote}/${active}/`, framesBase: `/shell/${shell.version}/` };
  const platform = shell.manifest.shared['shared-ui']?.version;
  return composeFirstScreen(path, language, brand, { screens, frames, platform, ...bases });
}

function jsonDocument(value: unknown): TextDocument {
  return new TextDocument(JSON.stringify(value), 'application/json; charset=utf-8');
}

/**
 * Returns the preloads of the screen at a path. A missing or broken remote has none: the page loads without them and
 * shows the error itself. Staff routes have none either: the page can't tell who is staff before the server responds.
 */
async function preloadsOf(
  { registry, external }: Deployed,
  shell: ShellManifest,
  { files }: Deployment,
  { path, language }: AskedPage,
): Promise<Preloads | undefined> {
  const owner = ownerOf(leadsTo(path), registry);
  const entry = owner && registry.remotes[owner.remote];
  const published = entry?.versions[entry.active];
  if (owner === undefined || published === undefined || owner.guard === 'staff') return undefined;
  if (isUnsignedFeature(published)) return undefined;
  const here = published.manifest.startsWith('/') && !external.has(`${owner.remote}@${entry?.active}`);
  const manifest = here ? await files.remote(owner.remote, entry?.active ?? '').catch(() => undefined) : undefined;
  if (here && manifest === undefined) return undefined;
  const chunk = manifest?.chunks?.[owner.route.preload ?? ''];
  const needs = [...(manifest?.needs ?? []), ...(chunk?.needs ?? [])];
  const own = manifest
    ? screenLinks(published.manifest, manifest, { preload: chunk?.preload ?? [], needs }, shell)
    : [];
  const calls = owner.guard === 'patient' ? scriptLinks(`/shell/${shell.version}/`, shell.calls, shell.files) : [];
  const texts = [
    ...textLinks(`/shell/${shell.version}/`, shell.files, language),
    ...textLinks(published.manifest.replace(/[^/]*$/, ''), manifest?.files ?? {}, language),
    ...packLinks(registry, language),
  ];
  return { guard: owner.guard, links: [...preloadLinks(published.manifest, manifest), ...own, ...calls, ...texts] };
}

/** Returns the link of the texts in the pack of a language, which pages fetch as data. */
const packLinks = (registry: Registry, tag: Language): Preloads['links'] =>
  packsIn(registry)
    .filter(({ language, published }) => language.tag === tag && published.texts !== undefined)
    .map(({ published: { manifest, texts = '' } }) => ({
      href: manifest.replace(/[^/]*$/, PACK_FILE),
      as: 'fetch',
      integrity: texts,
      hreflang: tag,
    }));

/** Attributes of a tag that a hint repeats: the browser uses a hinted file only if they match. */
const REPEATED = ['crossorigin', 'integrity'] as const;

const KINDS: Record<string, string> = { script: 'script', style: 'style', font: 'font', fetch: 'fetch' };

function attributesOf(tag: string): Record<string, string> {
  const pairs = tag.matchAll(/\s([a-z-]+)(?:=(?:"([^"]*)"|([^\s">]+)))?/g);
  return Object.fromEntries([...pairs].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

/** Returns what a tag loads before the first screen, and as what; undefined if it is nothing or no file of this origin. */
function fileOf(tag: string, attributes: Record<string, string>): { url: string; as: string } | undefined {
  const { src, href, rel } = attributes;
  const [url, kind] = tag.startsWith('<script')
    ? [src, 'script']
    : [href, rel === 'stylesheet' ? 'style' : rel === 'preload' ? attributes.as : undefined];
  const as = kind === undefined ? undefined : KINDS[kind];
  return as === undefined || url === undefined || !/^\/[^/&][^&]*$/.test(url) ? undefined : { url, as };
}

/** Returns the `Link` headers of 103 Early Hints for a page: its scripts, styles, font and preloaded files. */
export function earlyHints(html: string): string[] {
  return [...html.matchAll(/<(?:script|link)\b[^>]*>/g)].flatMap(([tag]) => {
    const attributes = attributesOf(tag);
    const file = fileOf(tag, attributes);
    if (file === undefined) return [];
    const repeated = REPEATED.flatMap((name) => {
      const value = attributes[name];
      return value === undefined ? [] : [`; ${name}="${value || 'anonymous'}"`];
    });
    return [`<${file.url}>; rel=preload; as=${file.as}${repeated.join('')}`];
  });
}
