import { readRecordsAhead, readTimelineAhead, savedToken, store } from 'shared-ui';
import { isAppPath, remoteOf } from '../frame/areas.ts';
import { featureDoor } from '../remotes/doors.ts';
import { loadOnce } from '../remotes/loads.ts';

/**
 * Asks for the code and the answers that the app's screen at a path is made of, beside asking who is here. Only on a phone
 * that was let in before; the server decides again, and nothing is shown until it has.
 */
export function giveHeadStart(pathname: string): void {
  if (!isAppPath(pathname) || savedToken() === null || !store.getState().settings.isUserValidated) return;
  const remote = remoteOf(pathname);
  readTimelineAhead();
  if (remote === 'records') readRecordsAhead();
  // One that fails is reported, and tried again by the room that shows it.
  loadOnce(remote, featureDoor).catch(() => undefined);
}
