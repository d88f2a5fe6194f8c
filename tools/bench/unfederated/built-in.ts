import { type FailureCode, RemoteFailure, reportFailure } from '../../../shell/src/remotes/failure.ts';
import type { LoadedRemote, Wanted } from '../../../shell/src/remotes/loading/request.ts';

/** Imports of the remotes' modules, by remote. */
type Modules = Record<string, () => Promise<{ default: unknown }>>;

const VERSION = 'built-in';

/** Returns a loader with the interface of `shell/src/remotes/loading/loader.ts` for remotes that are part of the build. */
export function loaderFor(modules: Modules) {
  const candidates = (_name: string): string[] => [VERSION];

  const failureFrom = async (error: unknown, remote: string, otherwise: FailureCode): Promise<RemoteFailure> =>
    error instanceof RemoteFailure ? error : new RemoteFailure(otherwise, remote, String(error), error);

  const loadFirst = async <T>({ name, contract }: Wanted<T>): Promise<LoadedRemote<T>> => {
    const remote = `${name}@${VERSION}`;
    try {
      const get = modules[name];
      if (!get) throw new Error('is not part of this build');
      const { default: module } = await get();
      return { remote, version: VERSION, module: contract.check(module) };
    } catch (error) {
      const failure = await failureFrom(error, remote, 'EXPORT_INVALID');
      reportFailure(failure);
      throw failure;
    }
  };

  return { candidates, failureFrom, loadFirst };
}
