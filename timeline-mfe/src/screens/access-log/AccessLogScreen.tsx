import BellRing from 'lucide-react/icons/bell-ring';
import CalendarPlus from 'lucide-react/icons/calendar-plus';
import CheckCheck from 'lucide-react/icons/check-check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import Clock from 'lucide-react/icons/clock';
import Eye from 'lucide-react/icons/eye';
import FlaskConical from 'lucide-react/icons/flask-conical';
import IdCard from 'lucide-react/icons/id-card';
import Info from 'lucide-react/icons/info';
import KeyRound from 'lucide-react/icons/key-round';
import LockKeyhole from 'lucide-react/icons/lock-keyhole';
import LockOpen from 'lucide-react/icons/lock-open';
import LogIn from 'lucide-react/icons/log-in';
import LogOut from 'lucide-react/icons/log-out';
import MessageCircle from 'lucide-react/icons/message-circle';
import PencilLine from 'lucide-react/icons/pencil-line';
import Reply from 'lucide-react/icons/reply';
import ScanBarcode from 'lucide-react/icons/scan-barcode';
import ShieldCheck from 'lucide-react/icons/shield-check';
import ShieldX from 'lucide-react/icons/shield-x';
import Signature from 'lucide-react/icons/signature';
import UserCheck from 'lucide-react/icons/user-check';
import UserPlus from 'lucide-react/icons/user-plus';
import UserX from 'lucide-react/icons/user-x';
import type { AuditEntry } from 'mock-api/contract';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import {
  Button,
  EmptyState,
  EventCard,
  FetchedContent,
  formatDate,
  formatTime,
  LinkButton,
  Page,
  paths,
  readThrough,
  SectionTitle,
  Soft,
  Stack,
  useGoBack,
  useLoad,
  useText,
} from 'shared-ui';
import { hospitalDay } from 'shared-ui/details';
import { useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { Opener } from '../../components/Opener.tsx';
import { words } from '../../screen-words.ts';

/**
 * Fetches the audit log of the signed-in user's data, newest first, in the current language; offline, the copy last
 * seen.
 * @throws ApiFailure
 */
const fetchAccessLog = () => readThrough<AuditEntry[]>('v1/access-log');

/** Number of entries shown at first and added by each press of "Show more". */
const PAGE_SIZE = 30;

/**
 * Maximum number of entries the server returns of others, and of the user (`SHOWN` in mock-api's audit repository). If it
 * returns as many, older ones exist.
 */
export const MAX_ENTRIES = 200;

/** The entries of one day. */
interface Day<T> {
  /** ISO 8601 time of the newest entry. */
  at: string;
  entries: T[];
}

/** Groups entries, newest first, by calendar day at the hospital. */
export function byDay<T extends { at: string }>(entries: readonly T[]): Day<T>[] {
  const days: Day<T>[] = [];
  for (const entry of entries) {
    const last = days.at(-1);
    if (last && hospitalDay(last.at) === hospitalDay(entry.at)) last.entries.push(entry);
    else days.push({ at: entry.at, entries: [entry] });
  }
  return days;
}

const Line = styled.li`
  border-radius: var(--radius-m);
`;

/**
 * "Who looked at my records": everything that was done with the user's data, newest first, by day. What others did comes
 * first; what the user did is folded below it.
 */
export default function AccessLogScreen() {
  const t = useText(words);
  const goBack = useGoBack(paths.app.help);
  const language = useLanguage();
  return (
    <Page title={t('accessLog.title')} intro={t('accessLog.intro')} back={{ label: t('back'), onPress: goBack }}>
      {/* Remounted per language: the server words the entries. */}
      <Log key={language} />
    </Page>
  );
}

function Log() {
  const t = useText(words);
  // Not cached: fetched whenever the screen is opened.
  const { state, value: entries = [], retry } = useLoad(fetchAccessLog, []);
  return (
    <FetchedContent
      loading={state}
      isEmpty={entries.length === 0}
      failed={t('accessLog.failed')}
      failedText={t('nothingLost')}
      retry={retry}
      empty={<EmptyState icon={<ShieldCheck />} title={t('accessLog.empty')} text={t('accessLog.emptyText')} />}
    >
      <Entries entries={entries} />
    </FetchedContent>
  );
}

function Entries({ entries }: { entries: AuditEntry[] }) {
  const t = useText(words);
  const others = entries.filter(({ isYou }) => !isYou);
  const own = entries.filter(({ isYou }) => isYou);
  return (
    <Stack $gap={16}>
      <Stack as="section" aria-label={t('accessLog.others')}>
        <h2>{t('accessLog.others')}</h2>
        {others.length === 0 ? <p>{t('accessLog.noOthers')}</p> : <Days entries={others} />}
      </Stack>
      <OwnEntries entries={own} />
      <Soft>{t('accessLog.wrong')}</Soft>
      <LinkButton variant="ghost" to={paths.app.help}>
        {t('help.title')}
      </LinkButton>
    </Stack>
  );
}

/** What the user did, closed at first; renders nothing if there is none. */
function OwnEntries({ entries }: { entries: AuditEntry[] }) {
  const t = useText(words);
  const [isOpen, setIsOpen] = useState(false);
  if (entries.length === 0) return null;
  return (
    <Stack as="section" aria-label={t('accessLog.own')}>
      <h2>
        <Opener type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('accessLog.own')}
          <ChevronDown aria-hidden="true" />
        </Opener>
      </h2>
      {isOpen && <Days entries={entries} />}
    </Stack>
  );
}

/** Entries by day, a page at a time. */
function Days({ entries }: { entries: AuditEntry[] }) {
  const t = useText(words);
  const [shown, setShown] = useState(PAGE_SIZE);
  const [added, setAdded] = useState<string>();
  const more = () => {
    setAdded(entries[shown]?.id);
    setShown(shown + PAGE_SIZE);
  };
  return (
    <Stack $gap={16}>
      {byDay(entries.slice(0, shown)).map((day) => (
        <DayList key={day.at} day={day} focusOn={added} />
      ))}
      {shown < entries.length && (
        <Button variant="ghost" onClick={more}>
          {t('accessLog.more')}
        </Button>
      )}
      {shown >= entries.length && entries.length >= MAX_ENTRIES && (
        <Soft>{t('accessLog.older', { most: MAX_ENTRIES })}</Soft>
      )}
    </Stack>
  );
}

/** @param focusOn id of the first entry added by "Show more", which receives the focus */
function DayList({ day: { at, entries }, focusOn }: { day: Day<AuditEntry>; focusOn: string | undefined }) {
  const t = useText(words);
  const title = useId();
  const place = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (focusOn !== undefined) place.current?.focus();
  }, [focusOn]);
  const isToday = hospitalDay(at) === hospitalDay(new Date().toISOString());
  return (
    <Stack as="section" $gap={8}>
      <SectionTitle as="h3" id={title}>
        {isToday ? t('accessLog.today') : formatDate(at)}
      </SectionTitle>
      <Stack as="ul" aria-labelledby={title}>
        {entries.map((entry) => (
          <Line key={entry.id} {...(entry.id === focusOn && { ref: place, tabIndex: -1 })}>
            <AccessEntry entry={entry} />
          </Line>
        ))}
      </Stack>
    </Stack>
  );
}

/** An entry of the access log: what was done, by whom, and at what time of day. */
function AccessEntry({ entry }: { entry: AuditEntry }) {
  const { at, who, what } = entry;
  return (
    <EventCard
      name={what}
      status="VIEWED"
      word={who}
      time={<time dateTime={at}>{formatTime(at)}</time>}
      icon={accessIcon(entry)}
    />
  );
}

const ICONS: Readonly<Record<string, ReactNode>> = {
  SIGNED_IN: <LogIn />,
  SIGN_IN_LOCKED: <LockKeyhole />,
  PIN_LOCKED: <LockKeyhole />,
  DENIED: <ShieldX />,
  RECORD_VIEWED: <Eye />,
  PERMISSIONS_CHANGED: <UserCheck />,
  SUPPORT_ENDED: <UserX />,
  SURVEY_DELIVERED: <ClipboardCheck />,
  TESTER_CHANGED: <FlaskConical />,
  AGREED: <Signature />,
  REQUEST_SENT: <MessageCircle />,
  MEDICATIONS_CHECKED: <ClipboardCheck />,
  REQUEST_WITHDRAWN: <MessageCircle />,
  QUESTION_CHANGED: <MessageCircle />,
  RETURN_ASKED: <BellRing />,
  RETURN_WITHDRAWN: <BellRing />,
  IDENTITY_CHANGED: <IdCard />,
  PASSKEY_ADDED: <KeyRound />,
  PASSKEY_REMOVED: <KeyRound />,
  AUTHENTICATOR_ADDED: <KeyRound />,
  AUTHENTICATOR_REMOVED: <KeyRound />,
  PASSKEY_REFUSED: <ShieldX />,
  STAFF_VIEWED: <Eye />,
  STAFF_CHANGED: <PencilLine />,
};

/** What staff did, where that is more specific than "changed" or "viewed". */
const STAFF_ICONS: Readonly<Record<string, ReactNode>> = {
  wristband: <ScanBarcode />,
  'wristband-issued': <ScanBarcode />,
  'pin-issued': <KeyRound />,
  'account-approved': <UserCheck />,
  'account-denied': <UserX />,
  'supporter-approved': <UserCheck />,
  'supporter-denied': <UserX />,
  'patient-created': <UserPlus />,
  'account-unlocked': <LockOpen />,
  'sessions-ended': <LogOut />,
  'trial-expired': <UserX />,
  'event-sent': <CalendarPlus />,
  'next-changed': <Clock />,
  'next-removed': <Clock />,
  'request-seen': <Eye />,
  'request-done': <CheckCheck />,
  'request-replied': <Reply />,
  'made-staff': <IdCard />,
};

/** Returns the icon of an entry. Actions that this version doesn't know get a neutral one. */
const accessIcon = ({ action, staffAct = '' }: AuditEntry): ReactNode =>
  STAFF_ICONS[staffAct] ?? ICONS[action] ?? <Info />;
