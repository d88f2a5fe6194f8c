import ChartLine from 'lucide-react/icons/chart-line';
import type { Observations } from 'mock-api/contract';
import { EventCard, runtimeConfig, Stack, useProfile, useText } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { formatRecordDate } from 'shared-ui/details';
import { styled } from 'styled-components';
import { MarkLine } from '../../components/observations/ObservationCard.tsx';
import { useObservationText } from '../../components/observations/useObservationText.ts';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { markOf } from '../../components/trend/drawing.ts';
import { MarkShape } from '../../components/trend/Legend.tsx';
import type { Series } from '../../components/trend/points.ts';
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
          {series.map((one) => (
            <li key={one.points[0]?.id}>
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

function SeriesCard({ series: { code, name, points }, profileId }: { series: Series; profileId: number }) {
  const t = useText(words);
  const text = useTrendText();
  const { value } = useObservationText();
  const [latest] = points;
  if (!latest) return null;
  const change = text.change(points);
  const { effectiveDateTime: at, status, verdict } = latest;
  const date = at === undefined ? t('trend.noDate') : formatRecordDate(at);
  return (
    <EventCard
      name={
        <>
          {name}
          <Line>{change ?? value(latest)}</Line>
          <MarkLine verdict={verdict} />
          {verdict?.comparison && (
            <Line data-mark={markOf(latest)}>
              <MarkShape mark={markOf(latest)} />
              {t(`trend.mark.${verdict.comparison}`)}
            </Line>
          )}
          {status && <Line>{status}</Line>}
        </>
      }
      status="COMPLETED"
      time={date}
      icon={<ChartLine />}
      to={`${recordPaths.observations(profileId)}/${code}`}
    />
  );
}
