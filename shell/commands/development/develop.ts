import { reasonOf } from '../../gateway/plain-error.ts';
import { type DevBuildOptions, DevBuilds } from './dev-builds.ts';
import { ErrorReport } from './error-report.ts';
import { followRunTimeErrors, sendState } from './gateway-link.ts';
import { TypeChecks } from './type-checks.ts';
import { watchFolders } from './watch-folders.ts';

export interface DevelopOptions extends Omit<DevBuildOptions, 'onBuilt' | 'onFailed'> {
  /** Address of the gateway, in dev mode, whose pages show the remote. */
  gateway: string;
  /** Writes to the terminal. */
  say(text: string): void;
}

/** A remote that is being developed. */
export interface Developing {
  /** Settles when the first build is over. */
  firstBuild: Promise<void>;
  /** Ends builds and checks, and takes the development builds back. */
  end(): Promise<void>;
}

/**
 * Builds, checks and publishes a remote now and after every change of its sources, and tells the terminal and the open pages
 * what is wrong.
 */
export function develop(options: DevelopOptions): Developing {
  const { development, name, folder, standsOn, cache, gateway, say } = options;
  const tell = (text: string) => say(`${name}: ${text}`);
  const report = new ErrorReport({ folder, say: tell, send: (state) => sendState(gateway, name, state) });
  const ending = new AbortController();
  const { signal } = ending;
  followRunTimeErrors(gateway, name, (error) => report.showRunTimeError(error), signal).catch((thrown: unknown) => {
    if (!signal.aborted) tell(`Run-time errors show on the page only: ${reasonOf(thrown)}`);
  });
  const builds = new DevBuilds({
    ...options,
    onBuilt: (version, milliseconds) => {
      report.set('build', []);
      tell(`${version} is on (${milliseconds} ms)`);
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
