import ClipboardList from 'lucide-react/icons/clipboard-list';
import {
  EmptyState,
  EventCard,
  ensureRecords,
  FetchedContent,
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
import { words } from '../../words.ts';
import { RecordsLink } from '../my-records/RecordsLink.tsx';

/** The care plans of one profile, newest first. */
export function CarePlansScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { carePlans, loading } = useDeferredStore((state) => state.records);
  const shown = carePlans.filter(({ profileId }) => profileId === profile.id);
  useEnsureLoaded(ensureRecords);
  const { medicalRecords = true, carePlans: mayRead = true } = profile.permissions ?? {};
  const isShared = medicalRecords && mayRead;
  return (
    <PanelScreen title={profile.isOwn ? t('carePlans.mine') : t('carePlans.theirs', { name: profile.firstName })}>
      <FetchedContent
        loading={loading}
        isEmpty={shown.length === 0}
        failed={t('carePlans.failed')}
        failedText={t('nothingLost')}
        retry={loadRecords}
        empty={
          isShared ? (
            <EmptyState title={t('carePlans.empty')} text={t('carePlans.emptyText')} />
          ) : (
            <NotShared name={profile.firstName} />
          )
        }
      >
        <Stack as="ul">
          {shown.map(({ id, data }) => (
            <li key={id}>
              <EventCard
                name={<HospitalText lang={data.languages?.title ?? null}>{data.title}</HospitalText>}
                status="COMPLETED"
                time={`${data.duration} · ${data.doctor}`}
                icon={<ClipboardList />}
                to={paths.profile.carePlan(profile.id, id)}
              />
            </li>
          ))}
        </Stack>
      </FetchedContent>
      <RecordsLink />
    </PanelScreen>
  );
}
