import Bone from 'lucide-react/icons/bone';
import Brain from 'lucide-react/icons/brain';
import FileText from 'lucide-react/icons/file-text';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import TestTube from 'lucide-react/icons/test-tube';
import type { CareEvent, Result } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { EVENT_TYPE, EventCard, formatDate, paths, useDeferredStore, useProfile, useText } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { OutcomeLine } from '../../components/observations/outcome.tsx';
import { RecordList } from '../../components/records.tsx';
import { words } from '../../words.ts';
import { RESULT_TYPE } from '../result/parts.tsx';

const ICONS: Record<number, ReactNode> = {
  [RESULT_TYPE.XRAY]: <Bone />,
  [RESULT_TYPE.BLOOD]: <TestTube />,
  [RESULT_TYPE.ELECTROCARDIOGRAM]: <HeartPulse />,
  [RESULT_TYPE.BRAIN]: <Brain />,
};

const Line = styled.span`
  display: block;
  color: var(--ink-soft);
  font-weight: 400;
  font-size: var(--text-s);
`;

const isUnread = ({ type, status, viewed }: CareEvent) =>
  type === EVENT_TYPE.RESULT && status === 'NOT_VIEWED' && !viewed;

/** Returns the ids of results that were announced as new and haven't been read. */
const unreadResults = (events: CareEvent[]) => new Set(events.filter(isUnread).map(({ linkId }) => linkId));

/** Returns that one of its values is corrected, and on which day; undefined if none is. */
const correctionIn = ({ observations }: Result) => observations.find(({ isCorrected }) => isCorrected)?.status;

/** The results of one profile, newest first, each with its outcome. */
export function ResultsScreen() {
  const t = useText(words);
  const { id: profileId } = useProfile();
  const unread = unreadResults(useDeferredStore((state) => state.events.list));
  return (
    <RecordList kind="results">
      {(result) => (
        <EventCard
          name={
            <>
              <HospitalText lang={result.languages?.name ?? null}>{result.name}</HospitalText>
              <OutcomeLine result={result} />
              {correctionIn(result) && <Line>{correctionIn(result)}</Line>}
              <Line>{result.completedAt}</Line>
            </>
          }
          status={unread.has(result.id) ? 'NOT_VIEWED' : 'COMPLETED'}
          word={unread.has(result.id) ? t('results.unread') : undefined}
          time={formatDate(result.resultsAt)}
          icon={ICONS[result.type] ?? <FileText />}
          to={paths.profile.result(profileId, result.id)}
        />
      )}
    </RecordList>
  );
}
