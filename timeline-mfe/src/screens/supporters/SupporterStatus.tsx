import CircleCheck from 'lucide-react/icons/circle-check';
import Hourglass from 'lucide-react/icons/hourglass';
import type { Supporter } from 'mock-api/contract';
import {
  ensureSupporters,
  formatDate,
  type Loading,
  Soft,
  useEnsureLoaded,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

interface Supporters {
  profile: ReturnType<typeof useProfile>;
  supporters: Supporter[];
  loading: Loading;
}

/** Returns the open profile and its supporters, which are fetched again when stale. */
export function useSupporters(): Supporters {
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.supporters);
  useEnsureLoaded(ensureSupporters);
  return { profile, supporters: list.filter(({ profileId }) => profileId === profile.id), loading };
}

const Mark = styled.span`
  --icon: 1.125rem;
  display: inline-flex;
  align-items: center;
  gap: 6px;
  color: var(--act);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='PENDING'] {
    color: var(--ink-soft);
  }
`;

/** A supporter's status (pending or accepted), as text and icon, and the state of their invitation. */
export function SupporterStatus({ status, content, acceptedAt }: Pick<Supporter, 'status' | 'content' | 'acceptedAt'>) {
  const t = useText(words);
  const state = acceptedAt === undefined ? content : t('supporters.since', { date: formatDate(acceptedAt) });
  return (
    <>
      <Mark data-status={status}>
        {status === 'PENDING' ? <Hourglass /> : <CircleCheck />}
        {t(`supporters.${status}`)}
      </Mark>
      {state && <Soft>{state}</Soft>}
    </>
  );
}
