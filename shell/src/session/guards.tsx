import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths, STATUS_EXPIRED, type Store, signedInUser, useStore } from 'shared-ui';
import type { Guard } from 'shared-ui/contract';
import { mayUseApp } from 'shared-ui/host';
import { Frame } from '../frame/Frame.tsx';
import { WaitingForRemote } from '../remotes/WaitingForRemote.tsx';
import { homeOf, isStaff } from './home.ts';

/**
 * Whether the user must agree to current versions of documents first. A user stored by the phone before documents had
 * versions has no list.
 */
function mustAgree(state: Store): boolean {
  const user = signedInUser(state);
  return user !== undefined && user.statusId !== STATUS_EXPIRED && (user.toAgree ?? []).length > 0;
}

/** Paths open to a user who must agree to documents. */
const AGREEING: string[] = [
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
const TUTORIAL: string[] = [paths.onboarding.tutorial, paths.onboarding.transcript];

/** Returns where the onboarding guard redirects a user who opens `pathname`; null lets them in. */
export function onboardingGuard(state: Store, pathname: string): string | 'wait' | null {
  if (mustAgree(state)) return AGREEING.includes(pathname) ? null : paths.onboarding.nda;
  if (state.settings.viewTutorial) return TUTORIAL.includes(pathname) ? null : paths.onboarding.tutorial;
  if (state.session.status === 'unknown' && state.settings.isUserValidated) return 'wait';
  if (!mayUseApp(state)) return null;
  return TUTORIAL.includes(pathname) ? paths.app.root : homeOf(state);
}

/**
 * Returns where a route's guard redirects a user at `pathname`; null lets them in, `wait` until the session is known.
 */
export function verdictOf(guard: Guard, state: Store, pathname: string): string | 'wait' | null {
  if (guard === 'anyone') return null;
  if (guard === 'visitor') return onboardingGuard(state, pathname);
  return guard === 'staff' ? staffGuard(state) : appGuard(state);
}

/** Maximum wait for the first responses before the app is shown without data (ms). */
const FIRST_ANSWERS_MS = 250;

/** Whether the page's first responses are pending. */
export const areFirstComing = ({ events, records }: Store) =>
  [events, records].some(({ loading, fetchedAt }) => loading === 'loading' && fetchedAt === null);

/**
 * Returns whether to wait for pending first responses after the guard has passed: once, and for a short time. The
 * screen then renders once, with data, instead of empty first.
 */
function useFirstAnswers(isLetIn: boolean): boolean {
  const areComing = useStore(areFirstComing);
  const [isPatient, setIsPatient] = useState(true);
  const isWaiting = isLetIn && isPatient;
  useEffect(() => {
    if (!isWaiting) return;
    if (!areComing) setIsPatient(false);
    const timer = setTimeout(() => setIsPatient(false), FIRST_ANSWERS_MS);
    return () => clearTimeout(timer);
  }, [isWaiting, areComing]);
  return isWaiting && areComing;
}

/** Renders the app in a deferred update, in small steps, when the user is let in. Redirects are immediate. */
function Guarded({ verdict, children }: { verdict: string | null; children: ReactNode }) {
  const due = useFirstAnswers(verdict === null) ? 'wait' : verdict;
  const earlier = useDeferredValue(due);
  const settled = due === null && earlier === 'wait' ? earlier : due;
  // A slow server must not leave the page empty.
  if (settled === 'wait') {
    return (
      <Frame>
        <WaitingForRemote />
      </Frame>
    );
  }
  return settled === null ? children : <Navigate to={settled} replace />;
}

/** Lets in users who may use the app. Nothing inside is downloaded before. */
export function AppGuard({ children }: { children: ReactNode }) {
  return <Guarded verdict={useStore(appGuard)}>{children}</Guarded>;
}

/** Lets in hospital staff. Nothing inside is downloaded before. */
export function StaffGuard({ children }: { children: ReactNode }) {
  return <Guarded verdict={useStore(staffGuard)}>{children}</Guarded>;
}

/** Redirects users who have completed onboarding, and keeps users who asked for the tutorial in it. */
export function OnboardingGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Guarded verdict={useStore((state) => onboardingGuard(state, pathname))}>{children}</Guarded>;
}
