import type { Registry, RuntimeConfig } from 'shared-ui/contract';
import type { BrandFile } from './brand.ts';
import type { GatewayConfig } from './config.ts';
import type { Deployed, Deployment } from './deployment.ts';
import { type Preloads, preloadLinks, remoteAt, renderPage } from './page.ts';
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
  const makePage = async (template: string, remote: string | undefined, guarded: boolean) => {
    const preloads = remote === undefined ? undefined : await preloadsOf(registry, deployment, remote, guarded);
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
      const { remote, guarded } = remoteAt(path) ?? { remote: undefined, guarded: false };
      const key = remote ?? '';
      const page = pages.get(key) ?? makePage(shell.template, remote, guarded);
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
  registry: Registry,
  deployment: Deployment,
  name: string,
  guarded: boolean,
): Promise<Preloads | undefined> {
  const entry = remoteIn(registry, name);
  const published = entry?.versions[entry.active];
  if (entry === undefined || published === undefined) return undefined;
  const here = published.manifest.startsWith('/');
  const manifest = here ? await deployment.files.remote(name, entry.active).catch(() => undefined) : undefined;
  if (here && manifest === undefined) return undefined;
  return { guarded, links: preloadLinks(published.manifest, manifest) };
}
