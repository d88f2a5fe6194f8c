import { paths, type Store } from 'shared-ui';
import type { Guard } from 'shared-ui/contract';
import { mayUseApp } from 'shared-ui/host';
import { appRefusal, mustAgree, type Refusal, sessionRefusal } from './access.ts';
import { isStaff, landingOf } from './home.ts';

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

/**
 * Returns where a route's guard redirects a user at `pathname`; null lets them in, `wait` until the session is known.
 */
export function verdictOf(guard: Guard, state: Store, pathname: string): string | 'wait' | null {
  if (guard === 'anyone') return null;
  if (guard === 'visitor') return onboardingGuard(state, pathname);
  return guard === 'staff' ? staffGuard(state) : appGuard(state);
}
