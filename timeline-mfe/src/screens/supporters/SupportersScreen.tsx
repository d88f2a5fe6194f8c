import ChevronRight from 'lucide-react/icons/chevron-right';
import UserPlus from 'lucide-react/icons/user-plus';
import type { Supporter } from 'mock-api/contract';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import {
  Avatar,
  EmptyState,
  FetchedContent,
  LinkButton,
  loadSupporters,
  PanelScreen,
  paths,
  Stack,
  useText,
} from 'shared-ui';
import { stopSupporting } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../screen-words.ts';
import { SharedWithYou } from './SharedAreas.tsx';
import { RemovalButton, SupporterStatus, useSupporters } from './SupporterStatus.tsx';

const Line = styled(Link)`
  display: flex;
  align-items: center;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  min-block-size: 76px;
  padding: var(--space-3) var(--space-4);
  border-radius: var(--radius-m);
  background: var(--surface);
  box-shadow: var(--shadow-1);
  color: var(--ink);
  text-decoration: none;
  transition: background var(--fade);

  &:hover {
    background: color-mix(in srgb, var(--brand-soft) 35%, var(--surface));
  }
  &:focus-visible {
    outline-offset: -3px;
  }
  > div {
    flex: 1;
    min-inline-size: 0;
  }
`;

const Name = styled.strong`
  display: block;
  font-weight: 640;
`;

/** The supporters of a profile with their status. Profile 1 can invite more; a supporter sees what is shared, and can stop supporting. */
export default function SupportersScreen() {
  const t = useText(words);
  const { profile, supporters, loading } = useSupporters();
  const add = profile.isOwn && (
    <LinkButton variant="ghost" icon={<UserPlus />} to={paths.profile.createSupporter(profile.id)}>
      {t('supporters.add')}
    </LinkButton>
  );
  return (
    <PanelScreen title={profile.isOwn ? t('supporters.mine') : t('supporters.theirs', { name: profile.firstName })}>
      <FetchedContent
        loading={loading}
        isEmpty={supporters.length === 0}
        failed={t('supporters.failed')}
        failedText={t('nothingLost')}
        retry={loadSupporters}
        empty={
          !profile.permissions && (
            <EmptyState title={t('supporters.empty')} text={t('supporters.emptyText')}>
              {add}
            </EmptyState>
          )
        }
      >
        <Stack as="ul">
          {supporters.map((supporter) => (
            <li key={supporter.id}>
              <SupporterLine supporter={supporter} />
            </li>
          ))}
        </Stack>
        {add}
      </FetchedContent>
      {profile.permissions && (
        <Stack $gap={24}>
          <SharedWithYou name={profile.firstName} permissions={profile.permissions} />
          <StopSupporting profileId={profile.id} name={profile.firstName} />
        </Stack>
      )}
    </PanelScreen>
  );
}

function SupporterLine({ supporter }: { supporter: Supporter }) {
  const { id, profileId, name } = supporter;
  return (
    <Line to={paths.profile.supporter(profileId, id)}>
      <Avatar name={name} />
      <div>
        <Name>{name}</Name>
        <SupporterStatus {...supporter} />
      </div>
      <ChevronRight />
    </Line>
  );
}

/** Lets a supporter end their support of a patient. */
function StopSupporting({ profileId, name }: { profileId: number; name: string }) {
  const t = useText(words);
  const title = useId();
  return (
    <Stack as="section" aria-labelledby={title}>
      <h2 id={title}>{t('leave.title', { name })}</h2>
      <p>{t('leave.intro', { name })}</p>
      <RemovalButton
        label={t('leave.press')}
        title={t('leave.question', { name })}
        text={t('leave.text', { name })}
        confirmLabel={t('leave.confirm')}
        cancelLabel={t('leave.stay')}
        failed={t('leave.failed')}
        remove={() => stopSupporting(profileId)}
      />
    </Stack>
  );
}
