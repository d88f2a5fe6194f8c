import { paths, type Store, signedInUser, staffPaths } from 'shared-ui';
import { returnPathOf } from 'shared-ui/host';
import { ownerAt } from './areas.ts';

/** Whether the signed-in user is hospital staff. Before the second factor, their session is narrow. */
export const isStaff = (state: Store): boolean => signedInUser(state)?.roleType === 'staff';

/** Whether staff have entered their password but not the second factor. */
export const awaitsSecondFactor = ({ session: { me } }: Store): boolean =>
  me?.scope === 'narrow' && me.roleType === 'staff';

/** Returns where a signed-in user lands: staff on the desk if a remote has one, everyone else in the app. */
export const homeOf = (state: Store): string =>
  isStaff(state) && ownerAt(staffPaths.desk) ? staffPaths.desk : paths.app.root;

/** Returns where a sign-in leads: back to where the user was when their session ended, otherwise to their home. */
export const landingOf = (state: Store): string => returnPathOf(state) ?? homeOf(state);
