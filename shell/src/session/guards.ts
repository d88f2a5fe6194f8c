import { matchPath } from 'react-router-dom';
import { type NavigationLink, paths, type Store, signedInUser, staffPaths, useStore } from 'shared-ui';
import { type Guard, type NavigationPlace, navigationIn, type Owner, ownerOf } from 'shared-ui/contract';
import { mayUseApp, returnPathOf } from 'shared-ui/host';
import { useLocalText } from 'shared-ui/languages';
import { claimsOfPage } from '../remotes/registry.ts';
import { appRefusal, mustAgree, type Refusal, sessionRefusal } from './access.ts';

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

/** Paths open to a user who must agree to documents. */
const AGREEMENT_PATHS: string[] = [
  paths.onboarding.nda,
  paths.onboarding.ndaLegal,
  paths.onboarding.privacy,
  paths.onboarding.terms,
];

/** Where a user who is refused goes; `wait` until the session is known. */
const REDIRECTS: Record<Refusal, string> = {
  unknown: 'wait',
  expired: paths.expired,
  'must-agree': paths.onboarding.nda,
  'no-access': paths.root,
};

const redirectFor = (refusal: Refusal | undefined): string | null =>
  refusal === undefined ? null : REDIRECTS[refusal];

/** Returns where the app's guard redirects the user; null lets them in, `wait` until the session is known. */
export const appGuard = (state: Store): string | 'wait' | null => redirectFor(appRefusal(state));

/**
 * Returns where the staff guard redirects the user. Lets in hospital staff who have passed the second factor,
 * according to the session alone and nothing stored in this browser.
 */
export const staffGuard = (state: Store): string | 'wait' | null =>
  redirectFor(sessionRefusal(state) ?? (isStaff(state) ? undefined : 'no-access'));

/** Paths open to a user who asked for the tutorial. */
const TUTORIAL_PATHS: string[] = [paths.onboarding.tutorial, paths.onboarding.transcript];

/** Returns where the onboarding guard redirects a user who opens `pathname`; null lets them in. */
export function onboardingGuard(state: Store, pathname: string): string | 'wait' | null {
  if (mustAgree(state)) return AGREEMENT_PATHS.includes(pathname) ? null : paths.onboarding.nda;
  if (state.settings.viewTutorial) return TUTORIAL_PATHS.includes(pathname) ? null : paths.onboarding.tutorial;
  if (state.session.status === 'unknown' && state.settings.isUserValidated) return 'wait';
  if (!mayUseApp(state)) return null;
  return TUTORIAL_PATHS.includes(pathname) ? paths.app.root : landingOf(state);
}

/** Returns where a guard redirects a user at `pathname`; null lets them in, `wait` until the session is known. */
export function guardRedirect(guard: Guard, state: Store, pathname: string): string | 'wait' | null {
  if (guard === 'anyone') return null;
  if (guard === 'visitor') return onboardingGuard(state, pathname);
  return guard === 'staff' ? staffGuard(state) : appGuard(state);
}

/** Returns the links that remotes declare for a place and the user may open, in the current language. */
export function useNavigation(place: NavigationPlace): NavigationLink[] {
  const inLanguage = useLocalText();
  const entries = navigationIn(claimsOfPage(), place);
  const isOpen = (path: string, state: Store) => {
    const owner = ownerAt(path);
    return owner !== undefined && guardRedirect(owner.guard, state, path) === null;
  };
  // A string, so that store changes that open or close no link cause no re-render.
  const open = useStore((state) => entries.map(({ path }) => (isOpen(path, state) ? 'y' : 'n')).join(''));
  return entries
    .filter((_entry, index) => open[index] === 'y')
    .map(({ path, label, drawing }) => ({ path, label: inLanguage(label), drawing }));
}
