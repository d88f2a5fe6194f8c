import type { ReactNode } from 'react';
import { useLoad } from '../../platform/calls/useLoad.ts';
import { call } from '../../platform/http/client.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { LiveRegion, Skeleton } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { NoLongerShared } from './NoLongerShared.tsx';
import { useProfile } from './ProfileArea.tsx';

const PATHS = {
  event: (id: string) => `events/event?id=${encodeURIComponent(id)}`,
  result: (id: string) => `v1/results/${encodeURIComponent(id)}`,
  'care-plan': (id: string) => `v1/care-plans/${encodeURIComponent(id)}`,
} as const;

type Type = keyof typeof PATHS;

/** Resolves with whether the user could read something until its owner stopped sharing it. */
async function hasEnded(type: Type, id: string): Promise<boolean> {
  try {
    await call<unknown>('get', PATHS[type](id));
    return false;
  } catch (error) {
    return error instanceof ApiFailure && error.code === 'NOT_SHARED';
  }
}

export interface MissingContentProps {
  type: Type;
  id: string;
  /** Shown if it does not exist. */
  children: ReactNode;
}

/** Shown instead of an event, result or care plan that isn't there. A supporter learns if it is no longer shared. */
export function MissingContent({ type, id, children }: MissingContentProps) {
  const profile = useProfile();
  return profile.permissions ? (
    <MissingShared type={type} id={id} name={profile.firstName}>
      {children}
    </MissingShared>
  ) : (
    children
  );
}

function MissingShared({ type, id, name, children }: MissingContentProps & { name: string }) {
  const t = useText(words);
  const { state, value } = useLoad(() => hasEnded(type, id), [type, id]);
  return (
    <>
      {/* Announced, as it may replace what the user is reading. */}
      <LiveRegion message={value ? t('notShared.ended', { name }) : ''} />
      {state === 'loading' && <Skeleton label={t('loading')} />}
      {value && <NoLongerShared name={name} />}
      {state !== 'loading' && !value && children}
    </>
  );
}
