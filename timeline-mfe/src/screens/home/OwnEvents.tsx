import type { CareEvent } from 'mock-api/contract';
import { type FocusEvent, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { EVENT_TYPE, FetchedContent, LiveRegion, loadTimeline, Soft, type Store, useStore, useText } from 'shared-ui';
import { OWN_PROFILE } from 'shared-ui/contract';
import { rowIdOf } from '../../components/list/DrawnEvents.tsx';
import { EventGroups } from '../../components/list/EventGroups.tsx';
import { focusIn } from '../../components/list/list-rows.ts';
import { DeletionToast, useDeletion } from '../../components/list/useDeletion.tsx';
import type { AnsweredRequest } from '../../components/RequestAnswer.tsx';
import { useSentSurveys } from '../../components/sent-surveys.ts';
import { words } from '../../words.ts';

/**
 * Returns focus handlers for an element with several lists. When the focused event moves to another list, the focus
 * follows it; when it disappears, the element itself takes the focus.
 */
function useKeptFocus(place: RefObject<HTMLElement | null>) {
  const focused = useRef<string>(null);
  useEffect(() => {
    const id = focused.current;
    if (id === null || document.activeElement !== document.body) return;
    const row = [...(place.current?.querySelectorAll('[data-event]') ?? [])].find((item) => rowIdOf(item) === id);
    if (row) focusIn(row, { preventScroll: true });
    else place.current?.focus({ preventScroll: true });
  });
  return {
    onFocus: ({ target }: FocusEvent) => {
      focused.current = rowIdOf(target);
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
  /** Urgent events first, then what waits for an answer. */
  actionable: CareEvent[];
  fresh: CareEvent[];
  earlier: CareEvent[];
}

const isOnHome = (event: CareEvent) => event.profileId === OWN_PROFILE && !event.previousStay;

type GroupName = keyof HomeGroups;

function groupOf(event: CareEvent, unsent: Store['delivery']['unsent']): GroupName {
  const { state } = unsent.find(({ about }) => about === event.id) ?? {};
  if (state === 'refused') return 'actionable';
  if (state !== undefined) return 'fresh';
  if (event.type === EVENT_TYPE.SUPPORTER_REQUEST) return 'actionable';
  if (event.status === 'URGENT' || event.status === 'ACTIONABLE') return 'actionable';
  return event.status === 'NOT_VIEWED' || event.status === 'PENDING' ? 'fresh' : 'earlier';
}

/**
 * Groups the user's events of this stay.
 * @param wasFresh returns whether the event was new when the user opened home: it stays there once it is read, so that
 * nothing moves while they go through the list
 */
function homeGroups(
  list: readonly CareEvent[],
  unsent: Store['delivery']['unsent'],
  wasFresh: (event: CareEvent) => boolean,
): HomeGroups {
  const own = list.filter(isOnHome);
  const names = new Map(
    own.map((event) => {
      const name = groupOf(event, unsent);
      return [event, name === 'earlier' && event.status === 'VIEWED' && wasFresh(event) ? 'fresh' : name];
    }),
  );
  const inGroup = (name: GroupName) => own.filter((event) => names.get(event) === name);
  const actionable = inGroup('actionable');
  const isUrgent = ({ status }: CareEvent) => status === 'URGENT';
  return {
    actionable: [...actionable.filter(isUrgent), ...actionable.filter((event) => !isUrgent(event))],
    fresh: inGroup('fresh'),
    earlier: inGroup('earlier'),
  };
}

/** Groups the user's events. An event that was new stays in its group until home is opened again. */
export function useHomeGroups(): HomeGroups {
  const list = useStore((state) => state.events.list);
  const unsent = useStore((state) => state.delivery.unsent);
  const seen = useRef(new Set<string>());
  return useMemo(() => {
    const groups = homeGroups(list, unsent, ({ id }) => seen.current.has(id));
    for (const { id } of groups.fresh) seen.current.add(id);
    return groups;
  }, [list, unsent]);
}

interface OwnEventsProps {
  groups: HomeGroups;
  /** Shown if there are no events at all. */
  empty: ReactNode;
  /** Between what is new and the earlier events. */
  children: ReactNode;
}

/** The user's events of this stay: to do, new, and earlier ones at the end. */
export function OwnEvents({ groups: { actionable, fresh, earlier }, empty, children }: OwnEventsProps) {
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
  const isUpToDate = actionable.length + fresh.length === 0;
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
            { title: t('home.actionable'), events: actionable },
            { title: t('home.fresh'), events: fresh },
            { title: t('home.earlier'), events: earlier, before: children },
          ]}
          deletion={deletion}
          onAnswered={onAnswered}
        />
      </FetchedContent>
      {isEmpty && children}
      <DeletionToast deletion={deletion} />
    </section>
  );
}
