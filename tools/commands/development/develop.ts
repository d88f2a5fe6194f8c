import type { DevState, RunTimeError } from 'shared-ui/contract';
import { reasonOf } from '../../../gateway/common/plain-error.ts';
import { type DevBuildOptions, DevBuilds } from './dev-builds.ts';
import { ErrorReport } from './error-report.ts';
import { followRunTimeErrors, sendState } from './gateway-link.ts';
import { TypeChecks } from './type-checks.ts';
import { watchFolders } from './watch-folders.ts';

export interface DevelopmentOptions extends Omit<DevBuildOptions, 'onBuilt' | 'onFailed'> {
  /** Writes to the terminal. */
  say(text: string): void;
}

export interface DevelopOptions extends DevelopmentOptions {
  /** Address of the gateway in dev mode whose pages show the remote. */
  gateway: string;
}

/** Pages that show a remote under development. */
export interface Pages {
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
  const { development, name, folder, standsOn, cache, say } = options;
  const log = (text: string) => say(`${name}: ${text}`);
  const report = new ErrorReport({ folder, say: log, send: (state) => pages.send(state) });
  const ending = new AbortController();
  const { signal } = ending;
  const showError = (error: RunTimeError) => report.showRunTimeError(error);
  pages.followErrors(showError, signal).catch((thrown: unknown) => {
    if (!signal.aborted) log(`Run-time errors show on the page only: ${reasonOf(thrown)}`);
  });
  const builds = new DevBuilds({
    ...options,
    onBuilt: (version, milliseconds) => {
      report.set('build', []);
      log(`${version} is on (${milliseconds} ms)`);
      void pages.built?.(version);
    },
    onFailed: (errors) => report.set('build', errors),
  });
  const types = new TypeChecks({ folder, cache, onChecked: (errors) => report.set('types', errors) });
  const stopWatching = watchFolders([folder, ...standsOn], () => {
    void builds.refresh();
    types.refresh();
  });
  types.refresh();
  const end = async () => {
    stopWatching();
    types.stop();
    ending.abort();
    await builds.stop();
    await development.end();
  };
  return { firstBuild: builds.refresh(), end };
}
