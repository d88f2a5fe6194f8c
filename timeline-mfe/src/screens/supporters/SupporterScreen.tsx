import type { Supporter } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import {
  Avatar,
  Card,
  EmptyState,
  FetchedContent,
  LinkButton,
  loadSupporters,
  PanelScreen,
  paths,
  Stack,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { Permissions } from './Permissions.tsx';
import { SupporterStatus } from './SupporterStatus.tsx';
import { useSupporters } from './useSupporters.ts';

const Person = styled(Card)`
  display: flex;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1;
    min-inline-size: 0;
  }
`;

/** A supporter: name, status and permissions. */
export default function SupporterScreen() {
  const t = useText(words);
  const { supporterId } = useParams();
  const { profile, supporters, loading } = useSupporters();
  const supporter = supporters.find(({ id }) => id === supporterId);
  return (
    <PanelScreen title={supporter?.name ?? t('supporter.title')}>
      <FetchedContent
        loading={loading}
        isEmpty={!supporter}
        failed={t('supporter.failed')}
        failedText={t('nothingLost')}
        retry={loadSupporters}
        empty={
          <EmptyState title={t('supporter.gone')} text={t('supporter.goneText')}>
            <LinkButton to={paths.profile.supporters(profile.id)}>{t('supporter.all')}</LinkButton>
          </EmptyState>
        }
      >
        {supporter && <Details supporter={supporter} />}
      </FetchedContent>
    </PanelScreen>
  );
}

function Details({ supporter }: { supporter: Supporter }) {
  return (
    <Stack $gap={24}>
      <Person>
        <Avatar name={supporter.name} />
        <div>
          <SupporterStatus {...supporter} />
        </div>
      </Person>
      <Permissions key={supporter.id} supporter={supporter} />
    </Stack>
  );
}
