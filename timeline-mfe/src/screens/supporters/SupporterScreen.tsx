import type { Supporter } from 'mock-api/contract';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import {
  Avatar,
  Card,
  EmptyState,
  FetchedContent,
  LinkButton,
  LiveRegion,
  loadSupporters,
  PanelScreen,
  paths,
  Stack,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { Permissions } from './Permissions.tsx';
import { RemoveSupporter } from './RemoveSupporter.tsx';
import { SupporterStatus, useSupporters } from './SupporterStatus.tsx';

const Person = styled(Card)`
  display: flex;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1;
    min-inline-size: 0;
  }
`;

/** A supporter: name, status, permissions, and their removal. */
export default function SupporterScreen() {
  const t = useText(words);
  const { supporterId } = useParams();
  const { profile, supporters, loading } = useSupporters();
  const [removed, setRemoved] = useState<Supporter>();
  const supporter = supporters.find(({ id }) => id === supporterId);
  return (
    <PanelScreen title={supporter?.name ?? removed?.name ?? t('supporter.title')}>
      <FetchedContent
        loading={loading}
        isEmpty={!supporter}
        failed={t('supporter.failed')}
        failedText={t('nothingLost')}
        retry={loadSupporters}
        empty={
          <Missing removed={removed}>
            <LinkButton to={paths.profile.supporters(profile.id)}>{t('supporter.all')}</LinkButton>
          </Missing>
        }
      >
        {supporter && <Details supporter={supporter} onRemoved={() => setRemoved(supporter)} />}
      </FetchedContent>
    </PanelScreen>
  );
}

/** Shown instead of a supporter who isn't in the list, or whom the user has just removed. */
function Missing({ removed, children }: { removed: Supporter | undefined; children: ReactNode }) {
  const t = useText(words);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The button that had the focus is gone.
    if (removed) place.current?.focus({ preventScroll: true });
  }, [removed]);
  const { name = '', status } = removed ?? {};
  const act = status === 'PENDING' ? 'withdraw' : 'removal';
  const title = removed ? t(`supporter.${act}.done`, { name }) : t('supporter.gone');
  return (
    <div ref={place} tabIndex={-1}>
      <LiveRegion message={removed ? title : ''} />
      <EmptyState title={title} text={removed ? t('supporter.again', { name }) : t('supporter.goneText')}>
        {children}
      </EmptyState>
    </div>
  );
}

function Details({ supporter, onRemoved }: { supporter: Supporter; onRemoved(): void }) {
  return (
    <Stack $gap={24}>
      <Person>
        <Avatar name={supporter.name} />
        <div>
          <SupporterStatus {...supporter} />
        </div>
      </Person>
      <Permissions key={supporter.id} supporter={supporter} />
      <RemoveSupporter supporter={supporter} onRemoved={onRemoved} />
    </Stack>
  );
}
