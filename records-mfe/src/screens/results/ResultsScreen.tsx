import Bone from 'lucide-react/icons/bone';
import Brain from 'lucide-react/icons/brain';
import FileText from 'lucide-react/icons/file-text';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import TestTube from 'lucide-react/icons/test-tube';
import type { ReactNode } from 'react';
import {
  EmptyState,
  EventCard,
  ensureRecords,
  FetchedContent,
  formatDate,
  loadRecords,
  NotShared,
  PanelScreen,
  paths,
  Stack,
  useDeferredStore,
  useEnsureLoaded,
  useProfile,
  useText,
} from 'shared-ui';
import { styled } from 'styled-components';
import { RESULT_TYPE } from '../../api/result-type.ts';
import { words } from '../../words.ts';

const ICONS: Record<number, ReactNode> = {
  [RESULT_TYPE.XRAY]: <Bone />,
  [RESULT_TYPE.BLOOD]: <TestTube />,
  [RESULT_TYPE.ELECTROCARDIOGRAM]: <HeartPulse />,
  [RESULT_TYPE.BRAIN]: <Brain />,
};

/** Returns the icon of a result type. */
const resultIcon = (type: number): ReactNode => ICONS[type] ?? <FileText />;

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
  const { medicalRecords = true, diagnosticResults = true } = profile.permissions ?? {};
  const isShared = medicalRecords && diagnosticResults;
  return (
    <PanelScreen title={profile.isOwn ? t('results.mine') : t('results.theirs', { name: profile.firstName })}>
      <FetchedContent
        loading={loading}
        isEmpty={shown.length === 0}
        failed={t('results.failed')}
        failedText={t('nothingLost')}
        retry={loadRecords}
        empty={
          isShared ? (
            <EmptyState title={t('results.empty')} text={t('results.emptyText')} />
          ) : (
            <NotShared name={profile.firstName} />
          )
        }
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
