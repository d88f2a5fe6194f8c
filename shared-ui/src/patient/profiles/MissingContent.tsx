import EyeOff from 'lucide-react/icons/eye-off';
import type { ReactNode } from 'react';
import { paths } from '../../contract/routes/paths.ts';
import { useLoad } from '../../platform/calls/useLoad.ts';
import { call } from '../../platform/http/client.ts';
import { ApiFailure } from '../../platform/http/failure.ts';
import { useText } from '../../platform/i18n/i18n.ts';
import { EmptyState, LinkButton, LiveRegion, Skeleton } from '../../ui/components/index.ts';
import { words } from '../../words.ts';
import { useProfile } from './ProfileArea.tsx';

const PATHS = {
  event: (id: string) => `events/event?id=${encodeURIComponent(id)}`,
  result: (id: string) => `v1/results/${encodeURIComponent(id)}`,
  'care-plan': (id: string) => `v1/care-plans/${encodeURIComponent(id)}`,
} as const;

type Type = keyof typeof PATHS;

/** Resolves with whether the user could read something until its owner stopped sharing it. */
async function isNoLongerShared(type: Type, id: string): Promise<boolean> {
  try {
    await call<unknown>('get', PATHS[type](id));
    return false;
  } catch (error) {
    return error instanceof ApiFailure && error.code === 'NOT_SHARED';
  }
}

interface MissingContentProps {
  type: Type;
  id: string;
  /** Shown if it does not exist. */
  children: ReactNode;
}

/** Shown instead of an event, result or care plan that isn't there. A supporter learns if it is no longer shared. */
export function MissingContent({ type, id, children }: MissingContentProps) {
  const profile = useProfile();
  return profile.permissions ? (
    <MissingFromShared type={type} id={id} name={profile.firstName}>
      {children}
    </MissingFromShared>
  ) : (
    children
  );
}

function MissingFromShared({ type, id, name, children }: MissingContentProps & { name: string }) {
  const t = useText(words);
  const { state, value } = useLoad(() => isNoLongerShared(type, id), [type, id]);
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

/** Shown to a supporter instead of what a patient no longer shares. Takes the patient's first name. */
function NoLongerShared({ name }: { name: string }) {
  const t = useText(words);
  return (
    <EmptyState title={t('notShared.ended', { name })} text={t('notShared.ask', { name })} icon={<EyeOff />}>
      <LinkButton to={paths.app.root}>{t('notShared.home')}</LinkButton>
    </EmptyState>
  );
}

/** Shown to a supporter instead of a list that the patient doesn't share, with what to do. Takes the patient's first name. */
export function NotShared({ name }: { name: string }) {
  const t = useText(words);
  return (
    <EmptyState title={t('notShared.never', { name })} text={t('notShared.askToShare', { name })} icon={<EyeOff />} />
  );
}
