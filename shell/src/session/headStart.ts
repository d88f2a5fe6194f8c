import { matchPath } from 'react-router-dom';
import { ensureRecords, ensureTimeline, readPictureAhead, readyDates, savedToken, store } from 'shared-ui';
import { isAppPath, remoteOf } from '../frame/areas.ts';
import { featureDoor } from '../remotes/doors.ts';
import { loadOnce } from '../remotes/loads.ts';
import { appGuard } from './guards.tsx';

/** A phone that was let in before, at a path of the app. */
const mayBeLetIn = (pathname: string) =>
  isAppPath(pathname) && savedToken() !== null && store.getState().settings.isUserValidated;

/**
 * Loads the code of the app's screen at a path beside asking who is here. Only on a phone that was let in before; nothing
 * is shown until the server has let it in again.
 */
export function loadScreenAhead(pathname: string): void {
  if (!mayBeLetIn(pathname)) return;
  // One that fails is reported, and tried again by the room that shows it.
  loadOnce(remoteOf(pathname), featureDoor).catch(() => undefined);
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
    if (remoteOf(pathname) === 'records') void fetchResultAhead(pathname);
  });
}
