import Bone from 'lucide-react/icons/bone';
import Brain from 'lucide-react/icons/brain';
import FileText from 'lucide-react/icons/file-text';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import TestTube from 'lucide-react/icons/test-tube';
import type { CareEvent } from 'mock-api/contract';
import type { ReactNode } from 'react';
import {
  EmptyState,
  EVENT_TYPE,
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
import { HospitalText, NotShared } from 'shared-ui/details';
import { styled } from 'styled-components';
import { RESULT_TYPE } from '../../api/result-type.ts';
import { OutcomeLine } from '../../components/observations/OutcomeLine.tsx';
import { words } from '../../words.ts';
import { RecordsLink } from '../my-records/RecordsLink.tsx';

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
  color: var(--ink-soft);
  font-weight: 400;
  font-size: var(--text-s);
`;

const isUnread = ({ type, status, viewed }: CareEvent) =>
  type === EVENT_TYPE.RESULT && status === 'NOT_VIEWED' && !viewed;

/** Returns the ids of results that were announced as new and haven't been read. */
const unreadResults = (events: CareEvent[]) => new Set(events.filter(isUnread).map(({ linkId }) => linkId));

/** The results of one profile, newest first, each with its outcome. */
export function ResultsScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { results, loading } = useDeferredStore((state) => state.records);
  const unread = unreadResults(useDeferredStore((state) => state.events.list));
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
          {shown.map((result) => (
            <li key={result.id}>
              <EventCard
                name={
                  <>
                    <HospitalText lang={result.languages?.name ?? null}>{result.name}</HospitalText>
                    <OutcomeLine result={result} />
                    <Place>{result.completedAt}</Place>
                  </>
                }
                status={unread.has(result.id) ? 'NOT_VIEWED' : 'COMPLETED'}
                word={unread.has(result.id) ? t('results.unread') : undefined}
                time={formatDate(result.resultsAt)}
                icon={resultIcon(result.type)}
                to={paths.profile.result(profile.id, result.id)}
              />
            </li>
          ))}
        </Stack>
      </FetchedContent>
      <RecordsLink />
    </PanelScreen>
  );
}
