import { matchPath } from 'react-router-dom';

/** The profile that a path shows, or null outside the profile panel. */
export function profileOf(pathname: string): number | null {
  const id = Number(matchPath('/profile/:profileId/*', pathname)?.params.profileId);
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** Whether a path lies behind the app's guard. */
export function isAppPath(pathname: string): boolean {
  return profileOf(pathname) !== null || matchPath('/app/*', pathname) !== null;
}

/** Which remote shows a path: records owns results and care plans, timeline all else behind the guard. */
export function remoteOf(pathname: string): 'records' | 'timeline' {
  const isRecords = ['results', 'care-plans'].some((part) => matchPath(`/profile/:profileId/${part}/*`, pathname));
  return isRecords ? 'records' : 'timeline';
}
