import ClipboardList from 'lucide-react/icons/clipboard-list';
import { EventCard, paths, useProfile, useText } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { RecordList } from '../../components/records.tsx';
import { words } from '../../words.ts';

const Line = styled.span`
  display: block;
  color: var(--ink-soft);
  font-weight: 400;
  font-size: var(--text-s);
`;

/** The care plans of one profile, newest first. */
export function CarePlansScreen() {
  const t = useText(words);
  const { id: profileId } = useProfile();
  return (
    <RecordList kind="carePlans">
      {({ id, data }) => (
        <EventCard
          name={
            <>
              <HospitalText lang={data.languages?.title ?? null}>{data.title}</HospitalText>
              {data.sources && <Line>{t('carePlan.several', { count: data.sources.length })}</Line>}
            </>
          }
          status="COMPLETED"
          time={`${data.duration} · ${data.doctor}`}
          icon={<ClipboardList />}
          to={paths.profile.carePlan(profileId, id)}
        />
      )}
    </RecordList>
  );
}
