import type { CareEvent } from 'mock-api/contract';
import type { ReactNode } from 'react';
import {
  Card,
  EmptyState,
  EVENT_TYPE,
  FetchedContent,
  LinkButton,
  loadTimeline,
  paths,
  Soft,
  Stack,
  useProfile,
  useStore,
  useText,
} from 'shared-ui';
import { recordPaths, requestPaths } from 'shared-ui/contract';
import { HospitalText, HospitalWordsNote, MissingContent, ReadToMe, useHospitalText, useNow } from 'shared-ui/details';
import { words } from '../words.ts';
import { formatEventTime } from './EventItem.tsx';

/** Event types that link to the list of results: a test that is done, and a result that the event doesn't open itself. */
const LEADS_TO_RESULTS: ReadonlySet<number> = new Set([EVENT_TYPE.RESULT, EVENT_TYPE.RESULT_COMPLETE]);

/** Returns links to what an event is about. */
function linksOf({ about, leadsTo, profileId, requestId, type }: CareEvent) {
  const { carePlan, result, results } = paths.profile;
  return [
    LEADS_TO_RESULTS.has(type) && { label: 'event.results' as const, to: results(profileId) },
    about?.type === 'care-plan' && { label: 'event.carePlan' as const, to: carePlan(profileId, about.id) },
    about?.type === 'result' && { label: 'event.result' as const, to: result(profileId, about.id) },
    leadsTo === 'going-home' && { label: 'event.goingHome' as const, to: recordPaths.goingHome(profileId) },
    requestId !== undefined && { label: 'event.reply' as const, to: requestPaths.list(profileId) },
  ].filter((link) => link !== false);
}

interface EventTextProps {
  event: CareEvent;
  /** Whether to show the event's name, for screens whose heading doesn't. */
  isNamed?: boolean;
}

/** An event's own text, when it happened, and a link to what it is about. */
export function EventText({ event, isNamed = false }: EventTextProps) {
  const t = useText(words);
  const now = useNow();
  const { name, content, content2, languages } = event;
  return (
    <Card>
      <Stack>
        {isNamed && (
          <h2>
            <HospitalText lang={languages?.name ?? null}>{name}</HospitalText>
          </h2>
        )}
        <Soft>{formatEventTime(event.createdAt, now, t)}</Soft>
        {content && (
          <strong>
            <HospitalText lang={languages?.content ?? null}>{content}</HospitalText>
          </strong>
        )}
        {content2 && <Paragraphs text={content2} lang={languages?.content2} />}
        <HospitalWordsNote lang={languages?.content ?? languages?.content2 ?? null} />
        <ReadToMe />
        {linksOf(event).map(({ to, label }) => (
          <LinkButton key={label} variant="ghost" compact to={to}>
            {t(label)}
          </LinkButton>
        ))}
      </Stack>
    </Card>
  );
}

interface FetchedEventProps {
  /** Id in the path; without one, `none` is shown if there is no event. */
  id: string | undefined;
  none?: ReactNode;
  isEmpty: boolean;
  children: ReactNode;
}

/** An event or message once it was fetched; else a retry, or why it can't be shown. */
export function FetchedEvent({ id, none, isEmpty, children }: FetchedEventProps) {
  const t = useText(words);
  const profile = useProfile();
  const loading = useStore(({ events }) => events.loading);
  const missing = id !== undefined && (
    <MissingContent type="event" id={id}>
      <EmptyState title={t('event.gone')} text={t('event.goneText')}>
        <LinkButton to={paths.profile.events(profile.id)}>{t('event.all')}</LinkButton>
      </EmptyState>
    </MissingContent>
  );
  const texts = { failed: t('timelineFailed'), failedText: t('nothingLost') };
  return (
    <FetchedContent {...texts} loading={loading} isEmpty={isEmpty} retry={loadTimeline} empty={missing || none}>
      {children}
    </FetchedContent>
  );
}

interface ParagraphsProps {
  text: string;
  /** Language of the text (BCP 47), if it isn't the reader's. */
  lang?: string | undefined;
}

/** Text with paragraphs separated by blank lines. Each has its own direction: people write in any language. */
export function Paragraphs({ text, lang }: ParagraphsProps) {
  return (
    <Stack {...useHospitalText(lang)}>
      {text.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} dir="auto">
          {paragraph}
        </p>
      ))}
    </Stack>
  );
}
