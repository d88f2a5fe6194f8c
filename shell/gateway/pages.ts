import type { RuntimeConfig } from 'shared-ui/contract';
import type { BrandFile } from './brand.ts';
import type { GatewayConfig } from './config.ts';
import type { Deployed, Deployment } from './deployment.ts';
import type { ShellManifest } from './manifest.ts';
import { type Preloads, preloadLinks, type RouteNeeds, remoteAt, renderPage, screenLinks } from './page.ts';
import { remoteIn } from './registry.ts';
import { TextDocument } from './respond.ts';
import { contentSecurityPolicy, inlineScriptHashes } from './security.ts';

/** Every answer that is made from the registry and the configuration: each made once a deployed state. */
export interface Documents {
  registry: TextDocument;
  config: TextDocument;
  /** For every answer but a page. */
  policy: string;
  /** The page for a route, with its own policy; undefined while no shell is published. */
  page(path: string): Promise<{ document: TextDocument; policy: string } | undefined>;
}

/** What the page is told at run time. */
export function runtimeConfig(config: GatewayConfig, brand: BrandFile, shell: string): RuntimeConfig {
  return { brand: brand.brand, api: '/api', recorder: config.recorder, demo: config.demo, dev: config.dev, shell };
}

/** Makes the documents of each deployed state when they are first asked for. */
export function documentMaker(config: GatewayConfig, brand: BrandFile, deployment: Deployment) {
  const made = new WeakMap<Deployed, Documents>();
  return (deployed: Deployed): Documents => {
    const known = made.get(deployed) ?? makeDocuments(config, brand, deployment, deployed);
    made.set(deployed, known);
    return known;
  };
}

function makeDocuments(config: GatewayConfig, brand: BrandFile, deployment: Deployment, deployed: Deployed): Documents {
  const { registry, shell } = deployed;
  const runtime = runtimeConfig(config, brand, shell?.version ?? '');
  const policySources = { registry, recorderUrl: config.recorder.url };
  const pages = new Map<string, Promise<{ document: TextDocument; policy: string }>>();
  const makePage = async (template: string, preloads: Preloads | undefined) => {
    const html = renderPage({ template, brand, config: runtime, registry, preloads });
    const policy = contentSecurityPolicy({ ...policySources, inlineScripts: inlineScriptHashes(html) });
    return { document: new TextDocument(html, 'text/html; charset=utf-8'), policy };
  };
  return {
    registry: jsonDocument(registry),
    config: jsonDocument(runtime),
    policy: contentSecurityPolicy(policySources),
    async page(path) {
      if (shell === undefined) return undefined;
      const route = remoteAt(path);
      const preloads = route && (await preloadsOf(deployed, shell.manifest, deployment, route, path));
      const key = JSON.stringify(preloads ?? null);
      const page = pages.get(key) ?? makePage(shell.template, preloads);
      pages.set(key, page);
      return page;
    },
  };
}

function jsonDocument(value: unknown): TextDocument {
  return new TextDocument(JSON.stringify(value), 'application/json; charset=utf-8');
}

/** A remote that is missing or broken gets no head start: the page loads without it and says what is wrong itself. */
async function preloadsOf(
  { registry }: Deployed,
  shell: ShellManifest,
  deployment: Deployment,
  { remote, guarded }: RouteNeeds,
  path: string,
): Promise<Preloads | undefined> {
  const entry = remoteIn(registry, remote);
  const published = entry?.versions[entry.active];
  if (entry === undefined || published === undefined) return undefined;
  const here = published.manifest.startsWith('/');
  const manifest = here ? await deployment.files.remote(remote, entry.active).catch(() => undefined) : undefined;
  if (here && manifest === undefined) return undefined;
  const screen = manifest?.screens?.[path.replace(/(.)\/$/, '$1')];
  const own = manifest && screen ? screenLinks(published.manifest, manifest, screen, shell) : [];
  return { guarded, links: [...preloadLinks(published.manifest, manifest), ...own] };
}
