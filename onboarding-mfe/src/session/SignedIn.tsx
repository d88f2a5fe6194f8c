import type { Me } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { paths, staffPaths, useStore, useText, Waiting } from 'shared-ui';
import { words } from '../words.ts';

interface Props {
  /** `narrow` also admits users whose PIN or second factor is still due; `full` redirects them to enter it. */
  level: 'narrow' | 'full';
  children(me: Me): ReactNode;
}

/** Renders its children for a user with a session, and redirects everyone else to the screen that opens one. */
export function SignedIn({ level, children }: Props) {
  const t = useText(words);
  const { status, me } = useStore(({ session }) => session);
  if (status === 'unknown') return <Waiting caption={t('loading')} />;
  if (!me) return <Navigate to={paths.onboarding.login} replace />;
  if (level === 'full' && me.scope === 'narrow') {
    return <Navigate to={me.roleType === 'staff' ? staffPaths.secondFactor : paths.onboarding.pinCode} replace />;
  }
  return children(me);
}
