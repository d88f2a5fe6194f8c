import ChevronRight from 'lucide-react/icons/chevron-right';
import ClipboardList from 'lucide-react/icons/clipboard-list';
import type { CareEvent } from 'mock-api/contract';
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import {
  EVENT_TYPE,
  FetchedContent,
  LiveRegion,
  loadTimeline,
  onDemand,
  Soft,
  type Store,
  surveyOf,
  useStore,
  useText,
} from 'shared-ui';
import { OWN_PROFILE, recordPaths } from 'shared-ui/contract';
import { useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { isPastQuestion } from '../../api/daily.ts';
import { useLanguageQuestion } from '../../api/language.ts';
import { rowIdOf } from '../../components/list/DrawnEvents.tsx';
import { EventGroups } from '../../components/list/EventGroups.tsx';
import { focusIn } from '../../components/list/list-rows.ts';
import { DeletionToast, useDeletion } from '../../components/list/useDeletion.tsx';
import type { AnsweredRequest } from '../../components/RequestAnswer.tsx';
import { useSentSurveys } from '../../components/sent-surveys.ts';
import { words } from '../../words.ts';
import { RowLink } from './day/MyDay.tsx';
import { useOwnNext } from './NextStep.tsx';

interface FocusedRow {
  id: string;
  /** The list that the row was in. */
  list: Element | null;
  /** Ids of the other rows of that list: those below it, then those above it, nearest first. */
  others: (string | null)[];
}

function toFocusedRow(target: Element): FocusedRow | null {
  const row = target.closest('li');
  const id = rowIdOf(target);
  if (!row || id === null) return null;
  const rows = [...(row.parentElement?.children ?? [])];
  const place = rows.indexOf(row);
  const others = [...rows.slice(place + 1), ...rows.slice(0, place).reverse()].map(rowIdOf);
  return { id, list: row.parentElement, others };
}

/**
 * Returns focus handlers for an element with several lists. When the focused event leaves its list, the nearest event
 * of that list takes the focus. If the list is empty, the focus follows the event; when it is gone too, the element
 * itself takes the focus.
 */
function useKeptFocus(place: RefObject<HTMLElement | null>) {
  const focused = useRef<FocusedRow>(null);
  useEffect(() => {
    if (focused.current === null || document.activeElement !== document.body) return;
    const { id, list, others } = focused.current;
    const rows = [...(place.current?.querySelectorAll('[data-event]') ?? [])];
    const left = new Map(rows.filter((row) => row.parentElement === list).map((row) => [rowIdOf(row), row]));
    const nearest = others.find((other) => left.has(other));
    const row = left.get(nearest ?? id) ?? rows.find((item) => rowIdOf(item) === id);
    if (row) focusIn(row, { preventScroll: true });
    else place.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = toFocusedRow(target);
    },
    onBlur: ({ target }: FocusEvent) => {
      // Some browsers report a removed element as blurred.
      queueMicrotask(() => {
        if (target.isConnected) focused.current = null;
      });
    },
  };
}

/** The events of home by what they ask of the user, each group newest first. */
interface HomeGroups {
  /** Alerts that the card of the next step doesn't show. */
  urgent: CareEvent[];
  /** Results first. */
  fresh: CareEvent[];
  /** What the next step is about, then what waits for an answer, surveys last. */
  actionable: CareEvent[];
  earlier: CareEvent[];
}

const isOnHome = (event: CareEvent, now: number) =>
  event.profileId === OWN_PROFILE && !event.previousStay && !isPastQuestion(event, now);

type GroupName = keyof HomeGroups;

function groupOf(event: CareEvent, unsent: Store['delivery']['unsent'], nextId: string | undefined): GroupName {
  const { state } = unsent.find(({ about }) => about === event.id) ?? {};
  if (state === 'refused') return 'actionable';
  if (state === 'waiting') return 'fresh';
  if (event.type === EVENT_TYPE.SUPPORTER_REQUEST) return 'actionable';
  if (event.status === 'URGENT') return event.id === nextId ? 'actionable' : 'urgent';
  if (event.status === 'ACTIONABLE') return 'actionable';
  return event.status === 'NOT_VIEWED' || event.status === 'PENDING' ? 'fresh' : 'earlier';
}

/** Returns the events that `isFirst` accepts, then the others, each in the order given. */
const startingWith = (events: CareEvent[], isFirst: (event: CareEvent) => boolean) => [
  ...events.filter(isFirst),
  ...events.filter((event) => !isFirst(event)),
];

/**
 * Returns whether a new event leaves its group as soon as it is read: a result that was opened, or a survey that was
 * sent. Any other stays there until home is opened again, so that nothing moves while the user goes through the list.
 */
const leavesAtOnce = (event: CareEvent) => event.type === EVENT_TYPE.RESULT || surveyOf(event) !== undefined;

/** Groups the user's events of this stay (docs/product-rules.md#home). */
export function useHomeGroups(): HomeGroups {
  const list = useStore((state) => state.events.list);
  const unsent = useStore((state) => state.delivery.unsent);
  const nextId = useOwnNext()?.about?.id;
  const now = useNow();
  const seen = useRef(new Set<string>());
  return useMemo(() => {
    const own = list.filter((event) => isOnHome(event, now));
    const staysFresh = (event: CareEvent) =>
      event.status === 'VIEWED' && seen.current.has(event.id) && !leavesAtOnce(event);
    const names = new Map(
      own.map((event) => {
        const name = groupOf(event, unsent, nextId);
        return [event, name === 'earlier' && staysFresh(event) ? 'fresh' : name];
      }),
    );
    const inGroup = (name: GroupName) => own.filter((event) => names.get(event) === name);
    const fresh = inGroup('fresh');
    const answers = startingWith(inGroup('actionable'), (event) => surveyOf(event) === undefined);
    for (const { id } of fresh) seen.current.add(id);
    return {
      urgent: inGroup('urgent'),
      fresh: startingWith(fresh, ({ type }) => type === EVENT_TYPE.RESULT),
      actionable: startingWith(answers, ({ status }) => status === 'URGENT'),
      earlier: inGroup('earlier'),
    };
  }, [list, unsent, nextId, now]);
}

const skipCard = (error: unknown) => {
  console.info('Failed to load the question about languages', error);
  return { default: () => null };
};

/** As high as the card, so that nothing moves when its code has come. */
const CardPlace = styled.div`
  min-block-size: 11rem;
`;

/** What follows where the events would be. */
const Below = styled.div`
  margin-block-start: var(--space-3);
`;

const LanguageCard = onDemand(() => import('./LanguageCard.tsx').catch(skipCard), <CardPlace />);

interface OwnEventsProps {
  groups: HomeGroups;
  /** Shown if there are no events at all. */
  empty: ReactNode;
  /** Between what there is to do and the earlier events. */
  children: ReactNode;
}

/** The medication check while it is due. */
function MedicationCheck() {
  const t = useText(words);
  return (
    <RowLink to={`${recordPaths.medications(OWN_PROFILE)}/check`}>
      <ClipboardList />
      <strong>{t('home.medicationCheck')}</strong>
      <ChevronRight />
    </RowLink>
  );
}

/** The user's events of this stay: urgent and new ones, to do, and earlier ones at the end. */
export function OwnEvents({ groups: { urgent, fresh, actionable, earlier }, empty, children }: OwnEventsProps) {
  const t = useText(words);
  const loading = useStore((state) => state.events.loading);
  const deletion = useDeletion();
  const place = useRef<HTMLElement>(null);
  const keptFocus = useKeptFocus(place);
  const [announcement, setAnnouncement] = useState('');
  useSentSurveys();
  const onAnswered = ({ event, decision }: AnsweredRequest) => {
    setAnnouncement(t(decision === 'accept' || event.wantsToFollow ? 'request.answered' : 'request.told'));
    // The focused card has been removed.
    place.current?.focus({ preventScroll: true });
  };
  const isCheckDue = useStore(({ profiles }) =>
    profiles.list.some(({ id, medicationCheck }) => id === OWN_PROFILE && medicationCheck !== undefined),
  );
  const question = useLanguageQuestion();
  const hasLead = isCheckDue || question !== undefined;
  const isUpToDate = urgent.length + fresh.length + actionable.length === 0 && !hasLead;
  const isEmpty = isUpToDate && earlier.length === 0;
  return (
    <section ref={place} tabIndex={-1} aria-label={t('home.events')} {...keptFocus}>
      <LiveRegion message={announcement} />
      <FetchedContent
        loading={loading}
        isEmpty={isEmpty}
        failed={t('timelineFailed')}
        failedText={t('nothingLost')}
        retry={loadTimeline}
        empty={empty}
      >
        {isUpToDate && <Soft>{t('home.upToDate')}</Soft>}
        <EventGroups
          groups={[
            { title: t('status.URGENT'), events: urgent },
            { title: t('home.fresh'), events: fresh },
            {
              title: t('home.actionable'),
              events: actionable,
              lead: hasLead && (
                <>
                  {isCheckDue && <MedicationCheck />}
                  {question && <LanguageCard question={question} />}
                </>
              ),
            },
            { title: t('home.earlier'), events: earlier, before: children },
          ]}
          deletion={deletion}
          onAnswered={onAnswered}
        />
      </FetchedContent>
      {isEmpty && <Below>{children}</Below>}
      <DeletionToast deletion={deletion} />
    </section>
  );
}
