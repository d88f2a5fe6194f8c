import CircleCheckBig from 'lucide-react/icons/circle-check-big';
import type { DeskRequest } from 'mock-api/contract';
import { type RefObject, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  EmptyState,
  FetchedContent,
  LANGUAGE_TAG,
  LiveRegion,
  Stack,
  type Translate,
  useLocale,
  useText,
} from 'shared-ui';
import { useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { boardAddress, WARD_QUERY } from '../../api/board.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { useToast } from '../../components/feedback.tsx';
import { WardFilter } from '../../components/WardFilter.tsx';
import { isOverdueAt } from '../../components/waiting/waiting-parts.tsx';
import { words } from '../../words.ts';
import { BoardCard } from './BoardCard.tsx';
import { useBoard } from './useBoard.ts';

/** Value of the choice that shows all wards. */
const ALL = '';

/** `/desk/board?ward=`: what the patients of a ward wait for, by room, with what is urgent first. Live. */
export default function BoardScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const page = useRef<DeskPageHandle>(null);
  const ward = new URLSearchParams(useLocation().search).get(WARD_QUERY) ?? ALL;
  return (
    <DeskPage ref={page} title={t('board.title')} intro={t('board.intro')}>
      <Stack $gap={16}>
        <WardFilter ward={ward} onChoose={(chosen) => navigate(boardAddress(chosen), { replace: true })} />
        <Board key={ward} ward={ward} page={page} />
      </Stack>
    </DeskPage>
  );
}

/** Requests that are shown below one heading. */
interface Group {
  heading: string;
  requests: DeskRequest[];
}

type Key = `identity.${'room' | 'noRoom'}` | `board.${'inWard' | 'noWard' | 'urgent'}`;

/** Returns what is urgent as the first group, and all else by ward and room; in each the longest wait comes first. */
function groupsOf(requests: readonly DeskRequest[], isOneWard: boolean, t: Translate<Key>, language: string): Group[] {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const roomOf = ({ patient: { room, ward }, isAnonymous }: DeskRequest) => {
    if (isAnonymous) return ward ? t('board.inWard', { ward }) : t('board.noWard');
    const place = room ? t('identity.room', { room }) : t('identity.noRoom');
    return ward && !isOneWard ? `${t('board.inWard', { ward })} · ${place}` : place;
  };
  const byWait = requests.toSorted((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  const urgent = byWait.filter(({ urgency }) => urgency === 'urgent');
  const byRoom = new Map<string, DeskRequest[]>();
  for (const request of byWait.filter(({ urgency }) => urgency !== 'urgent')) {
    const heading = roomOf(request);
    byRoom.set(heading, [...(byRoom.get(heading) ?? []), request]);
  }
  const rooms = [...byRoom].map(([heading, list]) => ({ heading, requests: list }));
  rooms.sort((one, other) => compare(one.heading, other.heading));
  return urgent.length > 0 ? [{ heading: t('board.urgent'), requests: urgent }, ...rooms] : rooms;
}

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
  gap: var(--space-3);
  margin: 0;
  padding: 0;
  list-style: none;
`;

const RoomHeading = styled.h3`
  font-size: var(--text-m);
`;

function Board({ ward, page }: { ward: string; page: RefObject<DeskPageHandle | null> }) {
  const t = useText(words);
  const now = useNow();
  const language = LANGUAGE_TAG[useLocale()];
  const { state, requests, put, retry } = useBoard(ward);
  const { showToast, toast } = useToast();
  const count = requests.length;
  const urgent = requests.filter(({ urgency }) => urgency === 'urgent').length;
  const overdue = requests.filter(({ dueAt }) => isOverdueAt(dueAt, now)).length;
  const summary = [
    t('overview.waiting', { count }),
    ...(urgent > 0 ? [t('board.urgentCount', { count: urgent })] : []),
    ...(overdue > 0 ? [t('overview.overdueCount', { count: overdue })] : []),
  ].join(' · ');
  const handleChange = (request: DeskRequest, message: string) => {
    put(request.id, request);
    showToast(message);
    // The focused button has left the board with its request.
    if (request.status === 'done') page.current?.focusHeading();
  };
  return (
    <>
      <LiveRegion message={state === 'ready' ? summary : ''} />
      <FetchedContent
        loading={state}
        isEmpty={count === 0}
        failed={t('board.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={<EmptyState icon={<CircleCheckBig />} title={t('overview.empty')} text={t('board.emptyText')} />}
      >
        <Stack $gap={16}>
          <h2>{summary}</h2>
          {groupsOf(requests, ward !== ALL, t, language).map(({ heading, requests: list }) => (
            <Stack as="section" key={heading} $gap={8} aria-label={heading}>
              <RoomHeading>{heading}</RoomHeading>
              <Cards>
                {list.map((request) => (
                  <li key={request.id}>
                    <BoardCard request={request} now={now} onChanged={handleChange} />
                  </li>
                ))}
              </Cards>
            </Stack>
          ))}
        </Stack>
      </FetchedContent>
      {toast}
    </>
  );
}
