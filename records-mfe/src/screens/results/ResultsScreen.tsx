import {
  EmptyState,
  EventCard,
  ensureRecords,
  FetchedContent,
  formatDate,
  loadRecords,
  PanelScreen,
  paths,
  Stack,
  useDeferredStore,
  useEnsureLoaded,
  useProfile,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { resultIcon } from '../../components/result-icon.tsx';
import { words } from '../../words.ts';

const Place = styled.span`
  display: block;
  font-weight: 400;
`;

/** The results of one profile, newest first. */
export function ResultsScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { results, loading } = useDeferredStore((state) => state.records);
  const shown = results.filter(({ profileId }) => profileId === profile.id);
  useEnsureLoaded(ensureRecords);
  return (
    <PanelScreen title={profile.isOwn ? t('results.mine') : t('results.theirs', { name: profile.firstName })}>
      <FetchedContent
        loading={loading}
        isEmpty={shown.length === 0}
        failed={t('results.failed')}
        failedText={t('nothingLost')}
        retry={loadRecords}
        empty={<EmptyState title={t('results.empty')} text={t('results.emptyText')} />}
      >
        <Stack as="ul">
          {shown.map(({ id, type, name, completedAt, resultsAt }) => (
            <li key={id}>
              <EventCard
                name={
                  <>
                    {name}
                    <Place>{completedAt}</Place>
                  </>
                }
                status="COMPLETED"
                time={formatDate(resultsAt)}
                icon={resultIcon(type)}
                to={paths.profile.result(profile.id, id)}
              />
            </li>
          ))}
        </Stack>
      </FetchedContent>
    </PanelScreen>
  );
}
