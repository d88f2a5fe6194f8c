import ClipboardList from 'lucide-react/icons/clipboard-list';
import { EventCard, paths, useProfile } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { RecordList } from '../../components/records.tsx';

/** The care plans of one profile, newest first. */
export function CarePlansScreen() {
  const { id: profileId } = useProfile();
  return (
    <RecordList kind="carePlans">
      {({ id, data }) => (
        <EventCard
          name={<HospitalText lang={data.languages?.title ?? null}>{data.title}</HospitalText>}
          status="COMPLETED"
          time={`${data.duration} · ${data.doctor}`}
          icon={<ClipboardList />}
          to={paths.profile.carePlan(profileId, id)}
        />
      )}
    </RecordList>
  );
}
