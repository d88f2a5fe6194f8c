import CalendarDays from 'lucide-react/icons/calendar-days';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import type { Appointments } from 'mock-api/contract';
import { Button, Card, Stack, useProfile, useText, VisuallyHidden } from 'shared-ui';
import { formatList, formatPlanned, HospitalText, HospitalWordsNote, useNow } from 'shared-ui/details';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { hospitalTexts, ItemFacts } from '../../components/record/ItemCard.tsx';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import en from '../../locales/appointments.en.json';
import { calendarFile } from './calendar.ts';

const words = defineCatalogue(
  'records-mfe/appointments',
  en,
  (tag) => import(`../../locales/appointments.${tag}.json`),
);

type Appointment = Appointments['appointments'][number];

/** Time until the file's URL is revoked, long enough for the browser to start reading it (ms). */
const REVOKE_DELAY_MS = 60_000;

/** Hands a calendar file to the phone, which opens its calendar or saves the file. */
function openCalendar(content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: 'text/calendar;charset=utf-8' }));
  Object.assign(document.createElement('a'), { href: url, download: 'appointment.ics' }).click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}

/** The appointments that are booked, the next one first, each to add to the phone's calendar. */
export default function AppointmentsScreen() {
  const t = useText(words);
  const now = useNow();
  const { isOwn, firstName: name } = useProfile();
  const toCome = ({ appointments }: Appointments) =>
    appointments.filter(({ start, end }) => start === null || Date.parse(end ?? start) >= now);
  return (
    <RecordScreen<Appointments>
      title={isOwn ? t('mine') : t('theirs', { name })}
      part="appointments"
      isEmpty={(answer) => toCome(answer).length === 0}
      empty={{ title: t('empty'), text: t('emptyText'), icon: <CalendarDays /> }}
    >
      {(answer) => (
        <Stack as="ul">
          {toCome(answer).map((appointment) => (
            <AppointmentCard key={appointment.id} appointment={appointment} hospital={answer.source.name} now={now} />
          ))}
        </Stack>
      )}
    </RecordScreen>
  );
}

interface CardProps {
  appointment: Appointment;
  hospital: string;
  now: number;
}

const Name = styled.h2`
  font-size: var(--text-m);
  line-height: 1.3;
  overflow-wrap: anywhere;
`;

function AppointmentCard({ appointment, hospital, now }: CardProps) {
  const t = useText(words);
  const { name, lang, start, place, people, preparation } = appointment;
  const details = people.length > 0 ? t('with', { people: formatList(people) }) : '';
  return (
    <Card as="li">
      <Stack $gap={8}>
        <Name>
          <HospitalText lang={lang}>{name}</HospitalText>
        </Name>
        <strong>{start === null ? t('noTime') : formatPlanned(start, now)}</strong>
        <ItemFacts
          facts={[
            [t('place'), place ?? hospital],
            [t('people'), hospitalTexts(people, lang)],
            [t('prepare'), hospitalTexts(preparation?.split('\n') ?? [], lang)],
          ]}
        />
        <HospitalWordsNote lang={lang} />
        {start !== null && (
          <Button
            variant="ghost"
            compact
            icon={<CalendarPlus />}
            onClick={() => openCalendar(calendarFile({ ...appointment, hospital, details }, Date.now()))}
          >
            {t('add')}
            <VisuallyHidden>({name})</VisuallyHidden>
          </Button>
        )}
      </Stack>
    </Card>
  );
}
