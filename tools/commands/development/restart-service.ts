import { reasonOf } from 'server-kit/plain-error';
import type { Services } from '../running/services.ts';
import { watchSources } from './watch-sources.ts';

interface RestartOptions {
  services: Services;
  /** Name of the service. */
  name: string;
  /** Folders of its sources. */
  sources: string[];
  /** Writes to the terminal. */
  print(text: string): void;
}

/**
 * Restarts a service after every change of its sources, one restart at a time; its data stays. A service that its
 * sources break starts again after the next change.
 * @returns a function that stops watching, and resolves when no restart is running
 */
export function restartOnChange({ services, name, sources, print }: RestartOptions): () => Promise<void> {
  let isChanged = false;
  let running: Promise<void> | undefined;
  const restart = async () => {
    while (isChanged) {
      isChanged = false;
      const began = performance.now();
      await services.restart(name).then(
        () => print(`${name} restarted in ${((performance.now() - began) / 1000).toFixed(1)} s`),
        (thrown: unknown) => print(reasonOf(thrown)),
      );
    }
  };
  const stopWatching = watchSources(sources, () => {
    isChanged = true;
    running ??= restart().finally(() => {
      running = undefined;
    });
  });
  return async () => {
    stopWatching();
    isChanged = false;
    await running;
  };
}
