import { matchPath } from 'react-router-dom';
import { type Owner, ownerOf } from 'shared-ui/contract';
import { claimsOfPage } from '../remotes/registry.ts';

/** Returns the id of the profile that a path shows, or null outside the profile panel. */
export function profileOf(pathname: string): number | null {
  const id = Number(matchPath('/profile/:profileId/*', pathname)?.params.profileId);
  return Number.isInteger(id) && id > 0 ? id : null;
}

/** Returns the remote that shows a path in this page and its guard. Paths below `/profile` need a valid profile id. */
export function ownerAt(pathname: string): Owner | undefined {
  const isInvalidProfile = matchPath('/profile/*', pathname) !== null && profileOf(pathname) === null;
  return isInvalidProfile ? undefined : ownerOf(pathname, claimsOfPage());
}
