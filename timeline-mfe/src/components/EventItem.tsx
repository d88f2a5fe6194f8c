import BellRing from 'lucide-react/icons/bell-ring';
import ClipboardCheck from 'lucide-react/icons/clipboard-check';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import CloudUpload from 'lucide-react/icons/cloud-upload';
import FlaskConical from 'lucide-react/icons/flask-conical';
import Hospital from 'lucide-react/icons/hospital';
import Info from 'lucide-react/icons/info';
import Mail from 'lucide-react/icons/mail';
import MessageCircleQuestion from 'lucide-react/icons/message-circle-question-mark';
import Reply from 'lucide-react/icons/reply';
import Stethoscope from 'lucide-react/icons/stethoscope';
import UserPlus from 'lucide-react/icons/user-plus';
import Users from 'lucide-react/icons/users';
import type { CareEvent } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { EVENT_TYPE, EventCard, formatDate, formatMoment, paths, type Translate, useStore, useText } from 'shared-ui';
import { requestPaths } from 'shared-ui/contract';
import { HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { dailyPath } from '../api/daily.ts';
import { words } from '../words.ts';
import { useSentAt } from './sent-surveys.ts';

/** Returns the path that an event opens (docs/product-rules.md#codes). An event without a link opens itself. */
export function eventPath({ id, type, linkId, profileId, requestId, dailyQuestion }: CareEvent): string {
  if (dailyQuestion !== undefined) return dailyPath(profileId);
  if (requestId !== undefined) return requestPaths.list(profileId);
  switch (type) {
    case EVENT_TYPE.RESULT:
      return linkId ? paths.profile.result(profileId, linkId) : paths.profile.event(profileId, id);
    case EVENT_TYPE.CARE_PLAN:
      return linkId ? paths.profile.carePlan(profileId, linkId) : paths.profile.event(profileId, id);
    case EVENT_TYPE.RESULT_SURVEY:
    case EVENT_TYPE.BLOOD_SURVEY:
    case EVENT_TYPE.HOSPITAL_SURVEY_IN:
    case EVENT_TYPE.HOSPITAL_SURVEY_OUT:
    case EVENT_TYPE.PHYSICIAN:
      return paths.profile.event(profileId, id);
    case EVENT_TYPE.MESSAGE:
      return paths.profile.message(profileId, id);
    default:
      return paths.profile.event(profileId, linkId ?? id);
  }
}

const ICONS: Record<number, ReactNode> = {
  [EVENT_TYPE.SUPPORTER]: <Users />,
  [EVENT_TYPE.RESULT]: <FlaskConical />,
  [EVENT_TYPE.RESULT_COMPLETE]: <ClipboardCheck />,
  [EVENT_TYPE.RESULT_SURVEY]: <MessageCircleQuestion />,
  [EVENT_TYPE.BLOOD_SURVEY]: <MessageCircleQuestion />,
  [EVENT_TYPE.CARE_PLAN]: <ClipboardList />,
  [EVENT_TYPE.MESSAGE]: <Mail />,
  [EVENT_TYPE.HOSPITAL]: <Hospital />,
  [EVENT_TYPE.HOSPITAL_SURVEY_IN]: <MessageCircleQuestion />,
  [EVENT_TYPE.HOSPITAL_SURVEY_OUT]: <MessageCircleQuestion />,
  [EVENT_TYPE.PHYSICIAN]: <Stethoscope />,
  [EVENT_TYPE.SUPPORTER_REQUEST]: <UserPlus />,
};

/** Returns the icon for an event's type, or a bell if it is urgent. */
function eventIcon({ requestId, dailyQuestion, type, status }: CareEvent): ReactNode {
  if (dailyQuestion !== undefined) return <MessageCircleQuestion />;
  if (requestId !== undefined) return <Reply />;
  if (status === 'URGENT') return <BellRing />;
  return ICONS[type] ?? <Info />;
}

/** Returns the status label next to the coloured bar, or undefined for viewed and completed events. */
function useStatusLabel({ status, type }: CareEvent): string | undefined {
  const t = useText(words);
  if (status === 'VIEWED' || status === 'COMPLETED') return undefined;
  // "Tell us" is about the hospital: a supporter's event asks for an answer to a person.
  const isOfPerson = type === EVENT_TYPE.SUPPORTER || type === EVENT_TYPE.SUPPORTER_REQUEST;
  if (status === 'ACTIONABLE' && isOfPerson) return t('status.answer');
  return t(`status.${status}`);
}

/** Returns whether this event's feedback still waits to be sent or was refused; undefined if there is none. */
function useUnsent(id: string): 'waiting' | 'refused' | undefined {
  const state = useStore(({ delivery }) => delivery.unsent.find(({ about }) => about === id)?.state);
  return state === 'sending' ? undefined : state;
}

const Line = styled.span`
  display: block;
  font-weight: 400;
`;

interface EventItemProps {
  event: CareEvent;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether pressing the card opens the event. Defaults to true. */
  opens?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}

/** An event in a list: what happened, its status as text, and when. */
export function EventItem({ event, now, opens = true, aside, children }: EventItemProps) {
  const t = useText(words);
  const unsent = useUnsent(event.id);
  const status = useStatusLabel(event);
  const sentAt = useSentAt(event.id);
  const { name, content, languages } = event;
  const line =
    sentAt === undefined || unsent
      ? content && <HospitalText lang={languages?.content ?? null}>{content}</HospitalText>
      : t('sent', { date: formatDate(sentAt) });
  return (
    <EventCard
      name={
        <>
          <HospitalText lang={languages?.name ?? null}>{name}</HospitalText>
          {line && <Line>{line}</Line>}
        </>
      }
      status={unsent === 'refused' ? 'URGENT' : event.status}
      word={unsent ? t(`unsent.${unsent}`) : status}
      time={formatEventTime(event.createdAt, now, t)}
      icon={unsent ? <CloudUpload /> : eventIcon(event)}
      to={opens ? eventPath(event) : undefined}
      aside={aside}
    >
      {children}
    </EventCard>
  );
}

const MINUTE_MS = 60_000;

/**
 * Formats a time for display: "Just now", "2 min ago" within the hour, then the time of day, then the date. Times in
 * the future (a clock ahead of the phone's) count as now.
 */
export function formatEventTime(iso: string, now: number, t: Translate<'when.now' | 'when.minutes'>): string {
  const minutes = Math.floor((now - Date.parse(iso)) / MINUTE_MS);
  if (minutes < 1) return t('when.now');
  return minutes < 60 ? t('when.minutes', { minutes }) : formatMoment(iso, new Date(now));
}
