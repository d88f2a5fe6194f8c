import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Pill from 'lucide-react/icons/pill';
import Stethoscope from 'lucide-react/icons/stethoscope';
import type { Day } from 'mock-api/contract';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import {
  Button,
  Card,
  cachedAt,
  formatMoment,
  Note,
  readThrough,
  SectionTitle,
  Soft,
  Stack,
  useLoad,
  useLocale,
  useStore,
  useText,
} from 'shared-ui';
import { OWN_PROFILE, recordPaths } from 'shared-ui/contract';
import { RecordSourceLine, useChange } from 'shared-ui/details';
import { styled } from 'styled-components';
import { appointmentLines, appointmentsPath, careTeamLines, medicationLines, words } from './day.ts';

/** Fetches what a profile's day holds; offline, returns the last known answer. Throws ApiFailure. */
const fetchDay = (profileId: number) => readThrough<Day>(`v1/profiles/${profileId}/day`);

interface ShownDay {
  /** Undefined until it is fetched; kept while it is fetched again, and if that fails. */
  day: Day | undefined;
  /** When the server sent it (ms since 1970), if it is a copy because the server can't be reached. */
  copiedAt: number | undefined;
  /** Whether it could not be fetched, until it is. */
  hasFailed: boolean;
  isFetching: boolean;
  retry(): void;
}

/** Fetches a profile's day, again after a refresh, in another language and when the hospital changes something. */
function useDay(profileId: number): ShownDay {
  const locale = useLocale();
  const refresh = useStore(({ app }) => app.refresh);
  const [changes, setChanges] = useState(0);
  const onChange = () => setChanges((count) => count + 1);
  useChange('record.updated', onChange);
  useChange('share.updated', onChange);
  const { value, state, retry } = useLoad(() => fetchDay(profileId), [profileId, locale, refresh, changes]);
  const request = `${profileId} ${locale}`;
  const [known, setKnown] = useState<{ request: string; day: Day }>();
  if (value && known?.day !== value) setKnown({ request, day: value });
  const [hasFailed, setFailed] = useState(false);
  if (state !== 'loading' && hasFailed !== (state === 'failed')) setFailed(state === 'failed');
  const day = value ?? (known?.request === request ? known.day : undefined);
  return { day, copiedAt: day && cachedAt(day), hasFailed, isFetching: state === 'loading', retry };
}

const Rows = styled(Card)`
  padding: 0;

  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li + li {
    border-block-start: 1px solid var(--line-color);
  }
`;

const Row = styled(Link)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-3);
  padding: var(--space-3) var(--space-4);
  color: var(--ink);
  text-decoration: none;
  overflow-wrap: anywhere;

  > svg {
    color: var(--brand);
  }
  strong {
    display: block;
    font-weight: 640;
  }
  span {
    display: block;
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
  &:hover strong {
    text-decoration: underline;
  }
`;

interface Props {
  profileId: number;
  name: string;
  /** Shown until the day is fetched. */
  waiting: ReactNode;
}

/** The day of a profile, part by part, with its source and age. */
export default function DayParts({ profileId, name, waiting }: Props) {
  const t = useText(words);
  const titleId = useId();
  const { day, copiedAt, hasFailed, isFetching, retry } = useDay(profileId);
  const isOwn = profileId === OWN_PROFILE;
  if (!day && !hasFailed) return waiting;
  return (
    <Stack as="section" $gap={8} aria-labelledby={titleId}>
      <SectionTitle id={titleId}>{isOwn ? t('mine') : t('theirs', { name })}</SectionTitle>
      {day?.source.note && <Note tone="warning">{day.source.note}</Note>}
      {day ? <Parts day={day} profileId={profileId} name={name} /> : <Failed isFetching={isFetching} retry={retry} />}
      {day && copiedAt !== undefined && (
        <Soft>{t('copy', { moment: formatMoment(new Date(copiedAt).toISOString()) })}</Soft>
      )}
      {day && <RecordSourceLine source={day.source} />}
    </Stack>
  );
}

function Failed({ isFetching, retry }: { isFetching: boolean; retry(): void }) {
  const t = useText(words);
  return (
    <Card>
      <p>{t('failed')}</p>
      <Button variant="plain" compact busy={isFetching} onClick={retry}>
        {t('again')}
      </Button>
    </Card>
  );
}

function Parts({ day, profileId, name }: { day: Day } & Omit<Props, 'waiting'>) {
  const t = useText(words);
  const { next, medications, careTeam } = day;
  // What is hidden while records are being checked must not be called missing.
  const isChecked = day.source.note === undefined;
  return (
    <Rows>
      <ul>
        {next && (
          <Part
            title={t('appointments')}
            icon={<CalendarDays />}
            to={appointmentsPath(profileId, next.appointments)}
            lines={appointmentLines(next.appointments)}
            none={isChecked && t('noAppointments')}
          />
        )}
        {medications && (
          <Part
            title={t('medications')}
            icon={<Pill />}
            to={recordPaths.medications(profileId)}
            lines={medicationLines(medications)}
            none={isChecked && t('noMedications')}
          />
        )}
        {careTeam && (
          <Part
            title={profileId === OWN_PROFILE ? t('careTeam') : t('theirCareTeam', { name })}
            icon={<Stethoscope />}
            to={recordPaths.careTeam(profileId)}
            lines={careTeamLines(careTeam)}
            none={isChecked && t('noCareTeam')}
          />
        )}
      </ul>
    </Rows>
  );
}

interface PartProps {
  title: string;
  icon: ReactNode;
  to: string;
  lines: string[];
  /** Shown if there are no lines; false: nothing is. */
  none: string | false;
}

function Part({ title, icon, to, lines, none }: PartProps) {
  return (
    <li>
      <Row to={to}>
        {icon}
        <div>
          <strong>{title}</strong>
          {lines.map((line) => (
            <span key={line}>{line}</span>
          ))}
          {lines.length === 0 && none && <span>{none}</span>}
        </div>
        <ChevronRight />
      </Row>
    </li>
  );
}
