import {
  Avatar,
  Card,
  EmptyState,
  ensureSupporters,
  FetchedContent,
  loadSupporters,
  PanelScreen,
  Soft,
  Stack,
  type Supporter,
  useFresh,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

const Line = styled(Card)`
  display: flex;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1;
    min-inline-size: 0;
  }
`;

const Status = styled.span`
  color: var(--brand);
  font-size: var(--text-s);
  font-weight: 650;

  &[data-status='PENDING'] {
    color: var(--ink-soft);
  }
`;

/** Who follows this profile, each with a word about whether they have accepted. */
export function SupportersScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { list, loading } = useStore((state) => state.supporters);
  const supporters = list.filter(({ profileId }) => profileId === profile.id);
  useFresh(ensureSupporters);
  return (
    <PanelScreen title={profile.isOwn ? t('supporters.mine') : t('supporters.theirs', { name: profile.firstName })}>
      <FetchedContent
        loading={loading}
        isEmpty={supporters.length === 0}
        failed={t('supporters.failed')}
        failedText={t('nothingLost')}
        retry={loadSupporters}
        empty={<EmptyState title={t('supporters.empty')} text={t('supporters.emptyText')} />}
      >
        <Stack as="ul">
          {supporters.map((supporter) => (
            <li key={supporter.id}>
              <SupporterLine {...supporter} />
            </li>
          ))}
        </Stack>
      </FetchedContent>
    </PanelScreen>
  );
}

function SupporterLine({ name, content, status }: Supporter) {
  const t = useText(words);
  return (
    <Line>
      <Avatar name={name} />
      <div>
        <strong>{name}</strong>
        <Soft>{content}</Soft>
      </div>
      <Status data-status={status}>{t(`supporters.${status}`)}</Status>
    </Line>
  );
}
