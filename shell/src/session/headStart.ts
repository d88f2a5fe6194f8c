import { readRecordsAhead, readTimelineAhead, savedToken, store } from 'shared-ui';
import { isAppPath, remoteOf } from '../frame/areas.ts';
import { featureDoor } from '../remotes/doors.ts';
import { loadOnce } from '../remotes/loads.ts';
import { appGuard } from './guards.tsx';

/**
 * Loads the code of the app's screen at a path beside asking who is here. Only on a phone that was let in before; nothing
 * is shown until the server has let it in again.
 */
export function loadScreenAhead(pathname: string): void {
  if (!isAppPath(pathname) || savedToken() === null || !store.getState().settings.isUserValidated) return;
  // One that fails is reported, and tried again by the room that shows it.
  loadOnce(remoteOf(pathname), featureDoor).catch(() => undefined);
}

/** Asks for what the app's screen at a path will show, once it is known that the person may see it: the code may take longer. */
export function readScreenAhead(pathname: string): void {
  if (!isAppPath(pathname) || appGuard(store.getState()) !== null) return;
  readTimelineAhead();
  if (remoteOf(pathname) === 'records') readRecordsAhead();
}
