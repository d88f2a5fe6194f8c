import { paths, type Store, staffPaths } from 'shared-ui';
import { ownerAt } from '../frame/areas.ts';

/** Whether the signed-in person is of the hospital's staff. Their session is narrow until the second factor has confirmed it. */
export const isStaff = ({ session: { me } }: Store): boolean => me?.scope === 'full' && me.roleType === 'staff';

/** Whether staff have given their password, and the second factor is still to come. */
export const awaitsSecondFactor = ({ session: { me } }: Store): boolean =>
  me?.scope === 'narrow' && me.roleType === 'staff';

/** Where a person lands who is in: staff on the desk, where a remote shows one, and every other in the app. */
export const homeOf = (state: Store): string =>
  isStaff(state) && ownerAt(staffPaths.desk) ? staffPaths.desk : paths.app.root;
