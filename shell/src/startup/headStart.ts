import { matchPath } from 'react-router-dom';
import { ensureRecords, ensureTimeline, paths, store } from 'shared-ui';
import { readPictureAhead, readyDates, savedToken, sessionKnown, until } from 'shared-ui/host';
import { isAppPath, remoteOf } from '../frame/areas.ts';
import { type FeatureName, featureContract } from '../remotes/contracts.ts';
import { loadOnce } from '../remotes/remote-cache.ts';
import { appGuard, areFirstComing, onboardingGuard } from '../session/guards.tsx';

/** A phone that was let in before, at a path of the app. */
const mayBeLetIn = (pathname: string) =>
  isAppPath(pathname) && savedToken() !== null && store.getState().settings.isUserValidated;

const isOnboardingPath = (pathname: string) => matchPath(`${paths.onboarding.root}/*`, pathname) !== null;

// One that fails is reported, and tried again by the room that shows it.
const codeCame = (name: FeatureName) => loadOnce(name, featureContract).catch(() => undefined);

/**
 * Loads the code of the app's screen at a path beside asking who is here. Only on a phone that was let in before; nothing
 * is shown until the server has let it in again.
 */
export function loadScreenAhead(pathname: string): void {
  if (!mayBeLetIn(pathname)) return;
  void codeCame(remoteOf(pathname));
}

/** Makes ready what every screen of the app needs, while the server is asked who is here. */
export function readyScreenAhead(pathname: string): void {
  if (mayBeLetIn(pathname)) void readyDates();
}

/** A result is read for its pictures as much as for its words. */
async function fetchResultAhead(pathname: string): Promise<void> {
  await ensureRecords();
  const id = matchPath('/profile/:profileId/results/:resultId', pathname)?.params.resultId;
  const result = store.getState().records.results.find((candidate) => candidate.id === id);
  if (result) readPictureAhead(result);
}

/**
 * Fetches what the app's screen at a path will show, at the moment it becomes known that the person may see it: the code
 * that shows it may take longer.
 */
export function fetchScreenAhead(pathname: string): void {
  if (!isAppPath(pathname)) return;
  const stop = store.subscribe((state) => {
    if (state.session.status === 'unknown') return;
    stop();
    if (appGuard(state) !== null) return;
    void ensureTimeline();
    // A task of its own: asking takes time too.
    if (remoteOf(pathname) === 'records') setTimeout(() => void fetchResultAhead(pathname));
  });
}

/**
 * Resolves when the screen at a path can be drawn whole and in one go: it is known who is here, its code has come, and what it
 * shows first. At once where the person is led elsewhere.
 */
export async function screenAtHand(pathname: string): Promise<void> {
  if (isOnboardingPath(pathname)) {
    if (onboardingGuard(store.getState(), pathname) === null) await codeCame('onboarding');
    return;
  }
  if (!isAppPath(pathname)) return;
  await sessionKnown();
  if (appGuard(store.getState()) === null)
    await Promise.all([codeCame(remoteOf(pathname)), until((state) => !areFirstComing(state))]);
}
