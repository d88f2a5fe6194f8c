import { onDemand, Skeleton, useStore, useText } from 'shared-ui';
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

/**
 * "My day" of a profile, from the hospital's record: appointments, medication times, who looks after the person.
 * Renders nothing if no record was ever connected, or the user may see no part of it.
 */
export function MyDay({ profileId }: { profileId: number }) {
  const profile = useStore(({ profiles }) => profiles.list.find(({ id }) => id === profileId));
  if (profile?.hasDay !== true) return null;
  return (
    <Reserved>
      <DayParts profileId={profileId} name={profile.data.firstName} waiting={<Waiting />} />
    </Reserved>
  );
}
