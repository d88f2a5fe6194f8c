import { join } from 'node:path';
import type { BrowserContext, Route } from 'playwright/test';
import { activatePublished } from '../../gateway/publish/publisher.ts';
import { REMOTE_MANIFEST } from '../../gateway/registry/manifest.ts';
import { PublishedFiles } from '../../gateway/registry/published.ts';
import { publishedFolder } from '../../gateway/registry/registry.ts';
import type { RemoteName } from '../support/builds.ts';
import type { Stack } from '../support/stack.ts';
import {
  type Alteration,
  flipByte,
  flipMiddle,
  MISSING_SHARED,
  publishAltered,
  removePublished,
  THROWS,
  WRONG_CONTRACT,
} from './altered.ts';

/** Messages of browser, React and loader about faults that the tests inject. */
export const SAID = [
  /^console: \[remote\] /,
  /^console: (RemoteFailure|ChunkLoadError): /,
  /Refused to execute script from .* its MIME type/,
  /was preloaded using link preload but not used/,
  /^console: Failed to load resource/,
  /Failed to find a valid digest in the 'integrity' attribute/,
  /a slip in a (screen|form)/,
  // React repeats a render in which a screen threw. If something else has changed meanwhile, it may not throw again.
  /^page: Error: Minified React error #520;/,
];

/** Which of a remote's files is faulted: its manifest, its entry, or the chunk with its exposed module. */
export type Part = 'manifest' | 'entry' | 'chunk';

/** The remotes that patients use; each has a row in the matrix. The staff desk uses the same slot of the shell. */
export type PatientRemote = Exclude<RemoteName, 'desk'>;

export interface Scene {
  stack: Stack;
  context: BrowserContext;
  remote: RemoteName;
  part: Part;
}

export interface Fault {
  name: string;
  /** The failure code that the console message must contain. */
  code(part: Part): string;
  /** The faulted part per remote, chosen so that every part is tested with every kind of fault. */
  parts: Record<PatientRemote, Part>;
  /** The version that fails: the active one, unless the fault is a version itself. */
  version?: string;
  /** Injects the fault. Returns a function that removes it. */
  happen(scene: Scene): Promise<() => Promise<void>>;
}

/** The active build, served to the pages of the test. Network and disk faults are injected into it. */
export const activeOf = (stack: Stack, remote: RemoteName) => stack.builds.remotes[remote].active;

async function fileOf({ stack, remote, part }: Scene): Promise<string> {
  const manifest = await new PublishedFiles(stack.deployRoot).remote(remote, activeOf(stack, remote));
  const file = { manifest: REMOTE_MANIFEST, entry: manifest?.entry, chunk: manifest?.preload?.[0] }[part];
  if (file === undefined) throw new Error(`${remote} has no ${part}`);
  return file;
}

async function pathOf(scene: Scene): Promise<string> {
  return join(
    publishedFolder(scene.stack.deployRoot, scene.remote, activeOf(scene.stack, scene.remote)),
    await fileOf(scene),
  );
}

/** Handles requests for the file with `answer`; if that does nothing, they never complete. */
async function intercept(scene: Scene, answer: Parameters<BrowserContext['route']>[1]) {
  const { stack, context, remote } = scene;
  const url = `${stack.url}/remotes/${remote}/${activeOf(stack, remote)}/${await fileOf(scene)}`;
  await context.route(url, answer);
  return () => context.unroute(url);
}

/** A fault that is a published version; publishing a working version removes it. */
function published(name: string, code: string, alteration: Alteration): Fault {
  return {
    name,
    code: () => code,
    parts: { onboarding: 'manifest', timeline: 'manifest', records: 'manifest', surveys: 'manifest' },
    version: alteration.version,
    async happen({ stack, remote }) {
      await publishAltered(stack, remote, alteration);
      return async () => void (await activatePublished(stack.deployRoot, remote, activeOf(stack, remote)));
    },
  };
}

const UNAVAILABLE: Record<Part, string> = {
  manifest: 'MANIFEST_UNAVAILABLE',
  entry: 'ENTRY_UNAVAILABLE',
  chunk: 'CHUNK_UNAVAILABLE',
};
const INTEGRITY: Record<Part, string> = {
  manifest: 'MANIFEST_INTEGRITY',
  entry: 'ENTRY_INTEGRITY',
  chunk: 'CHUNK_INTEGRITY',
};

export const FLIPPED: Fault = {
  name: 'one flipped byte in a chunk',
  code: (part) => INTEGRITY[part],
  parts: { onboarding: 'chunk', timeline: 'chunk', records: 'chunk', surveys: 'chunk' },
  happen: async (scene) => flipByte(await pathOf(scene)),
};

export const SILENT: Fault = {
  name: '10 s silence',
  code: () => 'TIMEOUT',
  parts: { onboarding: 'chunk', timeline: 'manifest', records: 'entry', surveys: 'chunk' },
  happen: (scene) => intercept(scene, () => undefined),
};

export const FAULTS: Fault[] = [
  {
    name: '404',
    code: (part) => UNAVAILABLE[part],
    parts: { onboarding: 'manifest', timeline: 'entry', records: 'chunk', surveys: 'chunk' },
    happen: async (scene) => removePublished(await pathOf(scene)),
  },
  {
    name: 'connection refused',
    code: (part) => UNAVAILABLE[part],
    parts: { onboarding: 'entry', timeline: 'chunk', records: 'manifest', surveys: 'entry' },
    happen: (scene) => intercept(scene, (route) => route.abort('connectionrefused')),
  },
  SILENT,
  FLIPPED,
  published('wrong contract version', 'CONTRACT_MISMATCH', WRONG_CONTRACT),
  published('missing shared version', 'SHARED_MISSING', MISSING_SHARED),
  published('throws while rendering', 'RENDER_FAILED', THROWS),
];

/** Responses that requests for any file of a remote may get instead. */
export const ANSWERS: Record<string, (route: Route) => Promise<void>> = {
  '404': (route) => route.fulfill({ status: 404, body: 'not found' }),
  'connection refused': (route) => route.abort('connectionrefused'),
  'a page': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  'one flipped byte': async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: flipMiddle(await response.body()) });
  },
};
