import ChevronRight from 'lucide-react/icons/chevron-right';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import { Link } from 'react-router-dom';
import { onDemand, Skeleton, useStore, useText } from 'shared-ui';
import { planPath } from 'shared-ui/contract';
import { styled } from 'styled-components';
import { words } from '../../../words.ts';

function Waiting() {
  const t = useText(words);
  return <Skeleton label={t('home.dayLoading')} />;
}

const DayParts = onDemand(() => import('./DayParts.tsx'), <Waiting />);

/** Reserves the height of a usual day from the start, so that nothing below moves when it arrives. */
const Reserved = styled.div`
  min-block-size: 24rem;
  max-inline-size: var(--card-max);
  margin-block-end: var(--space-3);
`;

/** A row of home that leads to one screen. */
export const RowLink = styled(Link)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  min-block-size: 52px;
  margin-block-end: var(--space-3);
  padding: var(--space-2) var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--ink);
  text-decoration: none;

  > strong {
    flex: 1;
  }
  > svg:first-child {
    flex: none;
    color: var(--brand);
  }
`;

/**
 * "My day" of a profile, from the hospital's record: appointments, medication times, who looks after the person.
 * Above it is the way to the plan that staff have set for today. Renders nothing if no record was ever connected and there
 * is no plan, or the user may see no part of it.
 */
export function MyDay({ profileId }: { profileId: number }) {
  const profile = useStore(({ profiles }) => profiles.list.find(({ id }) => id === profileId));
  const t = useText(words);
  if (!profile) return null;
  return (
    <>
      {profile.hasPlan && (
        <RowLink to={planPath(profileId)}>
          <ClipboardList />
          <strong>{t('home.plan')}</strong>
          <ChevronRight />
        </RowLink>
      )}
      {profile.hasDay && (
        <Reserved>
          <DayParts profileId={profileId} name={profile.data.firstName} waiting={<Waiting />} />
        </Reserved>
      )}
    </>
  );
}
