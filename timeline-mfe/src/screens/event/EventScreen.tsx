import type { CareEvent, Media } from 'mock-api/contract';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import {
  Avatar,
  Card,
  EVENT_TYPE,
  PanelScreen,
  paths,
  Row,
  Stack,
  SurveySlot,
  surveyOf,
  useDismissOnLeave,
  useMediaFiles,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import type { SurveyKind } from 'shared-ui/contract';
import { AskHospital, HospitalHeading, HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { EventText, FetchedEvent, Paragraphs } from '../../components/EventText.tsx';
import { RequestAnswer } from '../../components/RequestAnswer.tsx';
import { words } from '../../words.ts';

/** Returns the event with this id, or the one whose link id matches. */
function findEvent(list: CareEvent[], profileId: number, id: string): CareEvent | undefined {
  const own = list.filter((event) => event.profileId === profileId);
  return own.find((event) => event.id === id) ?? own.find((event) => event.linkId === id);
}

const ABOUT_SUPPORTERS: readonly number[] = [EVENT_TYPE.SUPPORTER, EVENT_TYPE.SUPPORTER_REQUEST];

/**
 * Returns whether the hospital can be asked about an event. A survey already is a form for feedback, a reply has its
 * request, and the hospital knows nothing of the user's supporters.
 */
const canAskAbout = (event: CareEvent) =>
  !surveyOf(event) && event.requestId === undefined && !ABOUT_SUPPORTERS.includes(event.type);

/**
 * Leads home when a request that is open is answered elsewhere: on another device, or by the patient, whom this user
 * asked. Home shows what came of it.
 */
function useAnsweredElsewhere(id: string, event: CareEvent | undefined) {
  const navigate = useNavigate();
  const loading = useStore(({ events }) => events.loading);
  const [request, setRequest] = useState<string>();
  if (event?.type === EVENT_TYPE.SUPPORTER_REQUEST && request !== id) setRequest(id);
  const isAnswered = request === id && !event && loading === 'ready';
  useEffect(() => {
    if (isAnswered) navigate(paths.app.root, { replace: true });
  }, [isAnswered, navigate]);
}

/** Event detail screen. The event becomes VIEWED when the user leaves. */
export default function EventScreen() {
  const t = useText(words);
  const { eventId = '' } = useParams();
  const profile = useProfile();
  const event = useStore(({ events }) => findEvent(events.list, profile.id, eventId));
  useDismissOnLeave(eventId);
  useAnsweredElsewhere(eventId, event);
  const mine = profile.isOwn ? t('events.mine') : t('events.theirs', { name: profile.firstName });
  return (
    <HospitalHeading lang={event?.languages?.name ?? null}>
      <PanelScreen title={event?.name ?? mine}>
        <FetchedEvent id={eventId} isEmpty={!event}>
          {event && <EventContent event={event} />}
          {event && canAskAbout(event) && <AskHospital type="event" id={event.id} />}
        </FetchedEvent>
      </PanelScreen>
    </HospitalHeading>
  );
}

/** The content of an event, chosen by its type (docs/product-rules.md#event-detail). */
function EventContent({ event }: { event: CareEvent }) {
  const survey = surveyOf(event);
  if (event.type === EVENT_TYPE.PHYSICIAN) return <Physician event={event} />;
  if (event.type === EVENT_TYPE.SUPPORTER_REQUEST) return <SupporterRequest event={event} />;
  if (!survey) return <EventText event={event} />;
  return (
    <Stack $gap={24}>
      {event.content2 && <EventText event={event} />}
      <EventSurvey event={event} survey={survey} />
    </Stack>
  );
}

/** A request opened from a notification. Once answered, home shows what came of it. */
function SupporterRequest({ event }: { event: CareEvent }) {
  const navigate = useNavigate();
  return (
    <Stack>
      <EventText event={event} />
      <RequestAnswer event={event} onAnswered={() => navigate(paths.app.root, { replace: true })} />
    </Stack>
  );
}

function EventSurvey({ event, survey }: { event: CareEvent; survey: SurveyKind }) {
  const navigate = useNavigate();
  const leave = () => navigate(paths.profile.events(event.profileId), { replace: true });
  return <SurveySlot survey={survey} about={event.id} onDone={leave} />;
}

/* Same size for initials and picture, to avoid a layout shift when the picture loads. */
const Face = styled.span`
  display: grid;
  flex: none;
  place-items: center;
  inline-size: 5rem;
  block-size: 5rem;

  > img {
    inline-size: 100%;
    block-size: 100%;
    border-radius: 50%;
    background: var(--brand-soft);
  }
`;

const NO_PICTURE: Media[] = [];

/** The physician's picture, or initials while it loads or if no picture exists. */
function Portrait({ event: { name, picture } }: { event: CareEvent }) {
  const { fileOf } = useMediaFiles(picture ? [picture] : NO_PICTURE);
  const file = picture && fileOf(picture.id);
  return (
    <Face>
      {file?.state === 'ready' ? (
        <img src={file.url} alt={picture?.alt} />
      ) : (
        <Avatar name={name.replace(/^\S+\.?\s/, '')} />
      )}
    </Face>
  );
}

function Physician({ event }: { event: CareEvent }) {
  return (
    <Card>
      <Stack>
        <Row>
          <Portrait event={event} />
          <strong>
            <HospitalText lang={event.languages?.content ?? null}>{event.content}</HospitalText>
          </strong>
        </Row>
        {event.content2 && <Paragraphs text={event.content2} lang={event.languages?.content2} />}
      </Stack>
    </Card>
  );
}
