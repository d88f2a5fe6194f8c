import { type ReactNode, useDeferredValue, useEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { paths, STATUS_EXPIRED, type Store, useStore } from 'shared-ui';
import type { Guard } from 'shared-ui/contract';
import { mayUseApp } from 'shared-ui/host';
import { Frame } from '../frame/Frame.tsx';
import { WaitingForRemote } from '../remotes/WaitingForRemote.tsx';
import { homeOf, isStaff } from './home.ts';

/**
 * Whether documents, whose present version the person has not agreed to, stand between them and the app. What the phone kept
 * of a user before there were versions has no list.
 */
function mustAgree({ session: { me } }: Store): boolean {
  return me?.scope === 'full' && me.statusId !== STATUS_EXPIRED && (me.toAgree ?? []).length > 0;
}

/** Where a user may be who has documents to agree to. */
const AGREEING: string[] = [
  paths.onboarding.nda,
  paths.onboarding.ndaLegal,
  paths.onboarding.privacy,
  paths.onboarding.terms,
];

/** Where the app's guard sends the user; null lets them in, `wait` until the session is known. */
export function appGuard(state: Store): string | 'wait' | null {
  if (state.session.status === 'unknown') return 'wait';
  if (state.session.me?.statusId === STATUS_EXPIRED) return paths.expired;
  if (mustAgree(state)) return paths.onboarding.nda;
  return mayUseApp(state) ? null : paths.root;
}

/**
 * Where the staff's guard sends the user: whom the hospital employs, and the second factor has confirmed, it lets in. The
 * session alone says so, nothing that this browser keeps.
 */
export function staffGuard(state: Store): string | 'wait' | null {
  if (state.session.status === 'unknown') return 'wait';
  if (state.session.me?.statusId === STATUS_EXPIRED) return paths.expired;
  if (mustAgree(state)) return paths.onboarding.nda;
  return isStaff(state) ? null : paths.root;
}

/** Where a user may be who asked for the tutorial. */
const TUTORIAL: string[] = [paths.onboarding.tutorial, paths.onboarding.transcript];

/** Where the onboarding guard sends a user who opens `pathname`; null lets them in. */
export function onboardingGuard(state: Store, pathname: string): string | 'wait' | null {
  if (mustAgree(state)) return AGREEING.includes(pathname) ? null : paths.onboarding.nda;
  if (state.settings.viewTutorial) return TUTORIAL.includes(pathname) ? null : paths.onboarding.tutorial;
  if (state.session.status === 'unknown' && state.settings.isUserValidated) return 'wait';
  if (!mayUseApp(state)) return null;
  return TUTORIAL.includes(pathname) ? paths.app.root : homeOf(state);
}

/** Where the guard of a route sends a user at `pathname`; null lets them in, `wait` until the session is known. */
export function verdictOf(guard: Guard, state: Store, pathname: string): string | 'wait' | null {
  if (guard === 'anyone') return null;
  if (guard === 'visitor') return onboardingGuard(state, pathname);
  return guard === 'staff' ? staffGuard(state) : appGuard(state);
}

/** A frame without content is shown at once when the answers take longer than this, in milliseconds. */
const FIRST_ANSWERS_MS = 250;

/** The first answers of this page are on their way. */
export const areFirstComing = ({ events, records }: Store) =>
  [events, records].some(({ loading, fetchedAt }) => loading === 'loading' && fetchedAt === null);

/**
 * Whether a user who is let in still waits for the first answers, if they are under way: a moment at most, and once.
 * With them the screen is drawn a single time, and not empty first.
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

/** Who is let in sees the app drawn in pieces, between which the browser can do other things; who is not leaves at once. */
function Guarded({ verdict, children }: { verdict: string | null; children: ReactNode }) {
  const due = useFirstAnswers(verdict === null) ? 'wait' : verdict;
  const earlier = useDeferredValue(due);
  const settled = due === null && earlier === 'wait' ? earlier : due;
  // A server that takes its time must not leave the page empty.
  if (settled === 'wait') {
    return (
      <Frame>
        <WaitingForRemote />
      </Frame>
    );
  }
  return settled === null ? children : <Navigate to={settled} replace />;
}

/** Lets in who may use the app. Nothing of what is inside is downloaded before. */
export function AppGuard({ children }: { children: ReactNode }) {
  return <Guarded verdict={useStore(appGuard)}>{children}</Guarded>;
}

/** Lets in the hospital's staff. Nothing of what is inside is downloaded before. */
export function StaffGuard({ children }: { children: ReactNode }) {
  return <Guarded verdict={useStore(staffGuard)}>{children}</Guarded>;
}

/** Keeps those out of onboarding who are past it, and holds those in the tutorial who asked for it. */
export function OnboardingGuard({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Guarded verdict={useStore((state) => onboardingGuard(state, pathname))}>{children}</Guarded>;
}
