import CalendarDays from 'lucide-react/icons/calendar-days';
import ChartLine from 'lucide-react/icons/chart-line';
import FolderOpen from 'lucide-react/icons/folder-open';
import House from 'lucide-react/icons/house';
import IdCard from 'lucide-react/icons/id-card';
import Pill from 'lucide-react/icons/pill';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { ReactNode } from 'react';
import {
  EventCard,
  FetchedContent,
  loadTimeline,
  PanelScreen,
  Soft,
  Stack,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { NotShared } from 'shared-ui/details';
import { openParts, PART_PATHS, type PartName } from '../../components/records.tsx';
import { words } from '../../words-records.ts';

const ICONS: Record<PartName, ReactNode> = {
  medications: <Pill />,
  careTeam: <Stethoscope />,
  observations: <ChartLine />,
  documents: <FolderOpen />,
  about: <IdCard />,
  goingHome: <House />,
  appointments: <CalendarDays />,
};

/** Links to the parts of a profile's record that the user may see. */
export function MyRecordsScreen() {
  const t = useText(words);
  const { id, isOwn, firstName: name, permissions } = useProfile();
  const loading = useStore(({ events }) => events.loading);
  // Without the profile, its permissions are unknown.
  const isUnknown = useStore(({ profiles }) => !profiles.list.some((profile) => profile.id === id));
  const parts = isUnknown ? [] : openParts(permissions);
  const about = isOwn ? t('all.aboutMe') : t('all.aboutThem', { name });
  return (
    <PanelScreen title={isOwn ? t('all.mine') : t('all.theirs', { name })}>
      <FetchedContent
        loading={isUnknown ? loading : 'ready'}
        isEmpty={parts.length === 0}
        failed={t('record.failed')}
        failedText={t('record.failedText')}
        retry={loadTimeline}
        empty={<NotShared name={name} />}
      >
        <Soft>{t('all.intro')}</Soft>
        <Stack as="ul">
          {parts.map((part) => (
            <li key={part}>
              <EventCard
                name={part === 'about' ? about : t(`all.${part}`)}
                status="COMPLETED"
                time={t(`all.${part}Text`)}
                icon={ICONS[part]}
                to={PART_PATHS[part](id)}
              />
            </li>
          ))}
        </Stack>
      </FetchedContent>
    </PanelScreen>
  );
}
