import { paths, STATUS_EXPIRED, type Store, signedInUser } from 'shared-ui';
import type { Guard } from 'shared-ui/contract';
import { mayUseApp } from 'shared-ui/host';
import { isStaff, landingOf } from './home.ts';

/**
 * Whether the user must agree to current versions of documents first. A user stored by the phone before documents had
 * versions has no list.
 */
function mustAgree(state: Store): boolean {
  const user = signedInUser(state);
  return user !== undefined && user.statusId !== STATUS_EXPIRED && (user.toAgree ?? []).length > 0;
}

/** Paths open to a user who must agree to documents. */
const AGREEMENT_PATHS: string[] = [
  paths.onboarding.nda,
  paths.onboarding.ndaLegal,
  paths.onboarding.privacy,
  paths.onboarding.terms,
];

/** Returns where the app's guard redirects the user; null lets them in, `wait` until the session is known. */
export function appGuard(state: Store): string | 'wait' | null {
  if (state.session.status === 'unknown') return 'wait';
  if (state.session.me?.statusId === STATUS_EXPIRED) return paths.expired;
  if (mustAgree(state)) return paths.onboarding.nda;
  return mayUseApp(state) ? null : paths.root;
}

/**
 * Returns where the staff guard redirects the user. Lets in hospital staff who have passed the second factor,
 * according to the session alone and nothing stored in this browser.
 */
export function staffGuard(state: Store): string | 'wait' | null {
  if (state.session.status === 'unknown') return 'wait';
  if (state.session.me?.statusId === STATUS_EXPIRED) return paths.expired;
  if (mustAgree(state)) return paths.onboarding.nda;
  return isStaff(state) ? null : paths.root;
}

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

/**
 * Returns where a route's guard redirects a user at `pathname`; null lets them in, `wait` until the session is known.
 */
export function verdictOf(guard: Guard, state: Store, pathname: string): string | 'wait' | null {
  if (guard === 'anyone') return null;
  if (guard === 'visitor') return onboardingGuard(state, pathname);
  return guard === 'staff' ? staffGuard(state) : appGuard(state);
}
