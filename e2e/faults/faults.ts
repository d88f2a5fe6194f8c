import { activatePublished } from 'gateway/publish/publisher';
import { REMOTE_MANIFEST } from 'gateway/registry/manifest';
import { PublishedFiles } from 'gateway/registry/published';
import type { BrowserContext, Route } from 'playwright/test';
import type { RemoteName } from '../support/hospital/builds.ts';
import type { Stack } from '../support/hospital/stack.ts';
import { type Alteration, MISSING_SHARED, publishAltered, THROWS, WRONG_CONTRACT } from './altered.ts';

/** Messages of browser, React and loader about faults that the tests inject. */
export const SAID = [
  /^console: \[remote\] /,
  /^console: (RemoteError|ChunkLoadError): /,
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

/** The remotes that patients use; each has a slot in slots.ts. The staff desk uses the same slot of the shell. */
export type PatientRemote = Exclude<RemoteName, 'desk'>;

interface Scene {
  stack: Stack;
  context: BrowserContext;
  remote: RemoteName;
  part: Part;
}

export interface Fault {
  name: string;
  /** The failure code that the console message must contain. */
  code(part: Part): string;
  /** The version that fails: the active one, unless the fault is a version itself. */
  version?: string;
  happen(scene: Scene): Promise<() => Promise<void>>;
}

/** The active build, served to the pages of the test. Network faults are injected into it. */
export const activeOf = (stack: Stack, remote: RemoteName) => stack.builds.remotes[remote].active;

type Answer = (route: Route) => unknown;

/** Answers that requests for a remote's files may get instead of the file. */
export const ANSWERS = {
  '404': (route) => route.fulfill({ status: 404, body: 'not found' }),
  'connection refused': (route) => route.abort('connectionrefused'),
  'a page': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Wi-Fi</title>' }),
  'one flipped byte': async (route) => {
    const response = await route.fetch();
    const body = await response.body();
    const middle = Math.floor(body.length / 2);
    body[middle] = (body[middle] ?? 0) ^ 1;
    await route.fulfill({ response, body });
  },
} satisfies Record<string, Answer>;

/** A fault of one file on its way to the page. */
function answered(name: string, code: Fault['code'], answer: Answer): Fault {
  return {
    name,
    code,
    async happen({ stack, context, remote, part }) {
      const active = activeOf(stack, remote);
      const manifest = await new PublishedFiles(stack.deployRoot).remote(remote, active);
      const file = { manifest: REMOTE_MANIFEST, entry: manifest?.entry, chunk: manifest?.preload?.[0] }[part];
      if (file === undefined) throw new Error(`${remote} has no ${part}`);
      const url = `${stack.url}/remotes/${remote}/${active}/${file}`;
      await context.route(url, answer);
      return () => context.unroute(url);
    },
  };
}

/** A fault that is a published version; publishing a working version removes it. */
function published(name: string, code: string, alteration: Alteration): Fault {
  return {
    name,
    code: () => code,
    version: alteration.version,
    async happen({ stack, remote }) {
      await publishAltered(stack, remote, alteration);
      return async () => void (await activatePublished(stack.deployRoot, remote, activeOf(stack, remote)));
    },
  };
}

const unavailable = (part: Part) => `${part.toUpperCase()}_UNAVAILABLE`;

export const MISSING = answered('404', unavailable, ANSWERS['404']);
export const REFUSED = answered('connection refused', unavailable, ANSWERS['connection refused']);
export const FLIPPED = answered(
  'one flipped byte',
  (part) => `${part.toUpperCase()}_INTEGRITY`,
  ANSWERS['one flipped byte'],
);
export const OTHER_CONTRACT = published('wrong contract version', 'CONTRACT_MISMATCH', WRONG_CONTRACT);
export const NOT_SHARED = published('missing shared version', 'SHARED_MISSING', MISSING_SHARED);
export const BROKEN = published('throws while rendering', 'RENDER_FAILED', THROWS);
