import { isObject } from 'shared-ui/contract';
import { RemoteFailure } from './failure.ts';
import { librariesHaveRun } from './libraries.ts';
import type { LocatedManifest } from './manifest.ts';
import { addScript } from './script.ts';
import { scriptFailure } from './second-try.ts';
import { noContainer } from './sentences.ts';

/** What an entry leaves on the page: a federation container, by whichever bundler or by hand. */
export interface Container {
  init(shareScope: object, ...more: unknown[]): unknown;
  get(expose: string): Promise<() => unknown>;
}

const isContainer = (value: unknown): value is Container =>
  isObject(value) && typeof value.init === 'function' && typeof value.get === 'function';

/** Runs a remote's entry, whose hash is known. Resolves with the container that it leaves on the page. */
export async function runEntry(
  remote: string,
  { manifest, url }: LocatedManifest,
  signal: AbortSignal,
): Promise<Container> {
  const entry = new URL(manifest.entry, url).href;
  // The container of an earlier try: lazy screens of it that did not come would never be asked for again.
  if (manifest.container in globalThis) Reflect.set(globalThis, manifest.container, undefined);
  await addScript(entry, signal).catch(async (cause: unknown) => {
    throw await scriptFailure('ENTRY', remote, entry, cause);
  });
  const container: unknown = Reflect.get(globalThis, manifest.container);
  if (isContainer(container)) return container;
  throw new RemoteFailure('EXPORT_INVALID', remote, noContainer(manifest.container));
}

/**
 * Resolves with what a container exposes: the module's default export where it has one, else the module. It is downloaded at once,
 * and runs when what it shares with the host has run.
 */
export async function runExpose(container: Container, expose: string): Promise<unknown> {
  const run = await container.get(expose);
  await librariesHaveRun();
  const module = await run();
  return isObject(module) && 'default' in module ? module.default : module;
}
