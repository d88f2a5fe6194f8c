import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { reasonOf } from 'server-kit/plain-error';
import type { DevState, RunTimeError } from 'shared-ui/contract';
import { type DevBuildOptions, DevBuilds } from './dev-builds.ts';
import { ErrorReport } from './error-report.ts';
import { type Builder, PackageBuilder } from './package-builder.ts';
import { TypeChecks } from './type-checks.ts';
import { watchSources } from './watch-sources.ts';

/** Time for the page to show a build before its types are checked (ms), because both need the processor. */
const SHOW_FIRST_MS = 500;

interface DevelopmentOptions extends Omit<DevBuildOptions, 'onBuilt' | 'onFailed' | 'builder'> {
  /** Folder of the compilers' persistent caches. */
  cache: string;
  /** Builds the package; by default with the platform's preset. */
  builder?: Builder;
  /** Writes to the terminal. */
  print(text: string): void;
}

interface DevelopOptions extends DevelopmentOptions {
  /** Address of the gateway in dev mode whose pages show the remote. */
  gateway: string;
}

/** Pages that show a remote under development. */
interface Pages {
  /** Sends them the current errors in the sources. */
  send(state: DevState): Promise<void>;
  /** Calls `onError` with every run-time error that they report, until `signal` aborts. */
  followErrors(onError: (error: RunTimeError) => void, signal: AbortSignal): Promise<void>;
  /** Switches them to a build. */
  built?(version: string): Promise<void>;
}

/** A remote that is being developed. */
export interface Developing {
  /** Settles when the first build has ended. */
  firstBuild: Promise<void>;
  /** Stops builds and checks, and withdraws the development builds. */
  end(): Promise<void>;
}

/**
 * Builds, checks and publishes a remote now and after every change of its sources. Reports errors to the terminal and
 * to the pages of a gateway in dev mode.
 */
export function develop({ gateway, ...options }: DevelopOptions): Developing {
  const { name } = options;
  const pages: Pages = {
    send: (state) => sendState(gateway, name, state),
    followErrors: (onError, signal) => followRunTimeErrors(gateway, name, onError, signal),
  };
  return developFor(pages, options);
}

/** Builds, checks and publishes a remote now and after every change of its sources, for the given pages. */
export function developFor(pages: Pages, options: DevelopmentOptions): Developing {
  const { development, name, folder, dependsOn, cache, print } = options;
  const log = (text: string) => print(`${name}: ${text}`);
  const report = new ErrorReport({ folder, print: log, send: (state) => pages.send(state) });
  const ending = new AbortController();
  const { signal } = ending;
  const showError = (error: RunTimeError) => report.showRunTimeError(error);
  pages.followErrors(showError, signal).catch((thrown: unknown) => {
    if (!signal.aborted) log(`Run-time errors show on the page only: ${reasonOf(thrown)}`);
  });
  const builds = new DevBuilds({
    ...options,
    builder: options.builder ?? new PackageBuilder({ name, folder, out: join(development.folder, 'out'), cache }),
    onBuilt: (version, milliseconds) => {
      report.set('build', []);
      log(`${version} is active (built in ${milliseconds} ms)`);
      void pages.built?.(version);
    },
    onFailed: (errors) => report.set('build', errors),
  });
  const types = new TypeChecks({ folder, cache, onChecked: (errors) => report.set('types', errors) });
  let check: NodeJS.Timeout | undefined;
  const stopChecking = () => {
    clearTimeout(check);
    types.stop();
  };
  const refresh = async () => {
    stopChecking();
    await builds.refresh();
    clearTimeout(check);
    if (!signal.aborted) check = setTimeout(() => types.refresh(), SHOW_FIRST_MS);
  };
  const stopWatching = watchSources([folder, ...dependsOn], () => void refresh());
  const end = async () => {
    stopWatching();
    ending.abort();
    stopChecking();
    await builds.stop();
    await development.end();
  };
  return { firstBuild: refresh(), end };
}

/** Sends a remote's errors to a gateway in dev mode, which forwards them to the open pages. */
async function sendState(gateway: string, name: string, state: DevState): Promise<void> {
  const response = await fetch(new URL(`/dev/errors/${name}`, gateway), {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(state),
  });
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
}

/** Calls `onError` with every run-time error of a remote that a gateway in dev mode receives, until `signal` aborts. */
async function followRunTimeErrors(
  gateway: string,
  name: string,
  onError: (error: RunTimeError) => void,
  signal: AbortSignal,
): Promise<void> {
  const stream = await openStream(new URL('/dev/events', gateway), signal);
  let rest = '';
  for await (const piece of stream) {
    const events = (rest + piece).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const [, data] = /^event: run-time\ndata: (.*)$/m.exec(event) ?? [];
      const error: RunTimeError | undefined = data && JSON.parse(data);
      if (error?.remote.startsWith(`${name}@`)) onError(error);
    }
  }
}

/** Avoids `fetch`, which opens another connection on abort and would delay the gateway's shutdown. */
function openStream(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get(url, { signal, agent: false }, (stream) => resolve(stream.setEncoding('utf8'))).once('error', reject);
  });
}
