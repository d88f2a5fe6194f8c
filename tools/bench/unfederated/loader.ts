import type { FailureCode } from 'shared-ui/contract/host';
import { OFFERED } from 'shared-ui/contract/languages';
import { RemoteError, reportFailure } from 'shell/remotes/failure';
import type { LoadedRemote, Wanted } from 'shell/remotes/loading/request';

/** Each remote in separate chunks; the bench finds the scripts that a route needs first by the chunks' names. */
const MODULES: Record<string, () => Promise<{ default: unknown }>> = {
  onboarding: () => import(/* webpackChunkName: "onboarding" */ 'onboarding-mfe/feature.tsx'),
  timeline: () => import(/* webpackChunkName: "timeline" */ 'timeline-mfe/feature.tsx'),
  records: () => import(/* webpackChunkName: "records" */ 'records-mfe/feature.tsx'),
  surveys: () => import(/* webpackChunkName: "surveys" */ 'surveys-mfe/survey.tsx'),
};

const VERSION = 'built-in';

/** The interface of `shell/src/remotes/loading/loader.ts`, for remotes that are part of the build. */
export const candidates = (_name: string): string[] => [VERSION];

export const failureFrom = async (error: unknown, remote: string, otherwise: FailureCode): Promise<RemoteError> =>
  error instanceof RemoteError ? error : new RemoteError(otherwise, remote, String(error), error);

export async function loadFirst<T>({ name, contract }: Wanted<T>): Promise<LoadedRemote<T>> {
  const remote = `${name}@${VERSION}`;
  try {
    const get = MODULES[name];
    if (!get) throw new Error('is not part of this build');
    const { default: module } = await get();
    return { remote, version: VERSION, locales: OFFERED, module: contract.check(module) };
  } catch (error) {
    const failure = await failureFrom(error, remote, 'EXPORT_INVALID');
    reportFailure(failure);
    throw failure;
  }
}
