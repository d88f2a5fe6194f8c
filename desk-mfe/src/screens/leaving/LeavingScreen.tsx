import House from 'lucide-react/icons/house';
import type { Leaving, LeavingBoard } from 'mock-api/contract';
import { type RefObject, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  EmptyState,
  FetchedContent,
  LANGUAGE_TAG,
  LiveRegion,
  Note,
  Stack,
  type Translate,
  useLocale,
  useText,
} from 'shared-ui';
import { useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { WARD_QUERY } from '../../api/board.ts';
import { leavingAddress } from '../../api/leaving.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { useToast } from '../../components/feedback.tsx';
import { WardFilter } from '../../components/WardFilter.tsx';
import { words } from '../../words.ts';
import { LeavingCard } from './LeavingCard.tsx';
import { useLeaving } from './useLeaving.ts';

/** `/desk/leaving?ward=`: who goes home today and tomorrow, by ward and room, and what is open and not clear. Live. */
export default function LeavingScreen() {
  const t = useText(words);
  const navigate = useNavigate();
  const page = useRef<DeskPageHandle>(null);
  const ward = new URLSearchParams(useLocation().search).get(WARD_QUERY) ?? '';
  return (
    <DeskPage ref={page} title={t('leaving.title')} intro={t('leaving.intro')}>
      <Stack $gap={16}>
        <WardFilter ward={ward} onChoose={(chosen) => navigate(leavingAddress(chosen), { replace: true })} />
        <Board key={ward} ward={ward} page={page} />
      </Stack>
    </DeskPage>
  );
}

const Places = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr));
  align-items: start;
  gap: var(--space-4) var(--space-3);
`;

const Cards = styled.ul`
  display: grid;
  gap: var(--space-3);
  margin: 0;
  padding: 0;
  list-style: none;
`;

const PlaceHeading = styled.h3`
  font-size: var(--text-m);
`;

type Key = `identity.${'room' | 'noRoom'}` | 'board.inWard';

/** Returns patients by their place, in the order of ward and room. */
function byPlace(leaving: readonly Leaving[], isOneWard: boolean, t: Translate<Key>, language: string) {
  const { compare } = new Intl.Collator(language, { numeric: true });
  const placeOf = ({ patient: { room, ward } }: Leaving) => {
    const place = room ? t('identity.room', { room }) : t('identity.noRoom');
    return ward && !isOneWard ? `${t('board.inWard', { ward })} · ${place}` : place;
  };
  const places = new Map<string, Leaving[]>();
  for (const one of leaving) places.set(placeOf(one), [...(places.get(placeOf(one)) ?? []), one]);
  return [...places].toSorted(([one], [other]) => compare(one, other));
}

interface BoardProps {
  ward: string;
  page: RefObject<DeskPageHandle | null>;
}

function Board({ ward, page }: BoardProps) {
  const t = useText(words);
  const { state, board, update, retry } = useLeaving(ward);
  const { showToast, toast } = useToast();
  const handleChange = async (id: string, message: string, isEnded: boolean) => {
    await update(id);
    showToast(message);
    if (isEnded) page.current?.focusHeading();
  };
  return (
    <>
      <FetchedContent
        loading={state}
        isEmpty={!board || board.leaving.length === 0}
        failed={t('leaving.failed')}
        failedText={t('list.nothingLost')}
        retry={retry}
        empty={<EmptyState icon={<House />} title={t('leaving.empty')} text={t('leaving.emptyText')} />}
      >
        {board && <Days board={board} isOneWard={ward !== ''} onChanged={handleChange} />}
      </FetchedContent>
      {toast}
    </>
  );
}

interface DaysProps {
  board: LeavingBoard;
  isOneWard: boolean;
  onChanged(id: string, message: string, isEnded: boolean): void;
}

function Days({ board, isOneWard, onChanged }: DaysProps) {
  const t = useText(words);
  const now = useNow();
  const language = LANGUAGE_TAG[useLocale()];
  const today = board.leaving.filter(({ day }) => day === board.today);
  const tomorrow = board.leaving.filter(({ day }) => day !== board.today);
  const unsure = board.leaving.reduce((sum, leaving) => sum + leaving.unsure.length, 0);
  const days = [
    { heading: t('leaving.today', { count: today.length }), leaving: today },
    { heading: t('leaving.tomorrow', { count: tomorrow.length }), leaving: tomorrow },
  ];
  const summary = [
    ...days.map(({ heading }) => heading),
    ...(unsure > 0 ? [t('leaving.unsure', { count: unsure })] : []),
  ];
  return (
    <Stack $gap={16}>
      <LiveRegion message={summary.join(' · ')} />
      {board.isCut && <Note>{t('leaving.cut')}</Note>}
      {days
        .filter(({ leaving }) => leaving.length > 0)
        .map(({ heading, leaving }) => (
          <Stack as="section" key={heading} aria-label={heading}>
            <h2>{heading}</h2>
            <Places>
              {byPlace(leaving, isOneWard, t, language).map(([place, list]) => (
                <Stack key={place} $gap={8}>
                  <PlaceHeading>{place}</PlaceHeading>
                  <Cards>
                    {list.map((one) => (
                      <li key={one.patient.id}>
                        <LeavingCard leaving={one} now={now} onChanged={onChanged} />
                      </li>
                    ))}
                  </Cards>
                </Stack>
              ))}
            </Places>
          </Stack>
        ))}
    </Stack>
  );
}
