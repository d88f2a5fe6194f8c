import ChartLine from 'lucide-react/icons/chart-line';
import type { Observation, Observations } from 'mock-api/contract';
import { EventCard, runtimeConfig, Stack, useProfile, useText } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { formatRecordDate } from 'shared-ui/details';
import { styled } from 'styled-components';
import { MarkLine } from '../../components/observations/ObservationCard.tsx';
import { useObservationText } from '../../components/observations/useObservationText.ts';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { markOf } from '../../components/trend/drawing.ts';
import { MarkShape } from '../../components/trend/Legend.tsx';
import { type ShownSeries, toShown } from '../../components/trend/points.ts';
import { useTrendText } from '../../components/trend/useTrendText.ts';
import { words } from '../../words-trend.ts';

/** All measurements of one profile, each with its latest value and how it has changed. */
export default function ObservationsScreen() {
  const t = useText(words);
  const profile = useProfile();
  const { hospital } = runtimeConfig().brand;
  return (
    <RecordScreen<Observations>
      title={profile.isOwn ? t('list.mine') : t('list.theirs', { name: profile.firstName })}
      part="observations"
      isEmpty={({ series }) => series.length === 0}
      empty={{ title: t('list.empty', { hospital }), text: t('list.emptyText'), icon: <ChartLine /> }}
    >
      {({ series }) => (
        <Stack as="ul">
          {toShown(series).map((one) => (
            <li key={one.main.points[0]?.id}>
              <SeriesCard series={one} profileId={profile.id} />
            </li>
          ))}
        </Stack>
      )}
    </RecordScreen>
  );
}

const Line = styled.span`
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--ink-soft);
  font-weight: 400;
  font-size: var(--text-s);

  &[data-mark='inside'] {
    color: var(--act);
    font-weight: 620;
  }
  &[data-mark='above'],
  &[data-mark='below'] {
    color: var(--new);
    font-weight: 620;
  }
`;

function SeriesCard({ series: { name, main, lower }, profileId }: { series: ShownSeries; profileId: number }) {
  const t = useText(words);
  const text = useTrendText();
  const { value, pair } = useObservationText();
  const [latest] = main.points;
  const [latestLower] = lower?.points ?? [];
  if (!latest) return null;
  const { effectiveDateTime: at, status } = latest;
  const date = at === undefined ? t('trend.noDate') : formatRecordDate(at);
  return (
    <EventCard
      name={
        <>
          {name}
          <Line>{latestLower ? pair(latest, latestLower) : (text.change(main.points) ?? value(latest))}</Line>
          <Judgement of={latest} name={lower && main.name} />
          {latestLower && <Judgement of={latestLower} name={lower?.name} />}
          {status && <Line>{status}</Line>}
        </>
      }
      status="COMPLETED"
      time={date}
      icon={<ChartLine />}
      to={`${recordPaths.observations(profileId)}/${main.code}`}
    />
  );
}

/** The hospital's mark, and how a number compares with its range. @param name only of one of two numbers */
function Judgement({ of, name }: { of: Observation; name: string | undefined }) {
  const t = useText(words);
  const { comparison } = of.verdict ?? {};
  const text = comparison && t(`trend.mark.${comparison}`);
  return (
    <>
      {name !== undefined && of.verdict?.isMarked && <Line>{name}</Line>}
      <MarkLine verdict={of.verdict} />
      {text && (
        <Line data-mark={markOf(of)}>
          <MarkShape mark={markOf(of)} />
          {name === undefined ? text : t('trend.of', { name, text })}
        </Line>
      )}
    </>
  );
}
