import type { Observation, Observations } from 'mock-api/contract';
import { useParams } from 'react-router-dom';
import { Card, LinkButton, Note, SectionTitle, Soft, Stack, useProfile, useText } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { HospitalText, RecordDate } from 'shared-ui/details';
import { styled } from 'styled-components';
import { CriticalAdvice, MarkLine } from '../../components/observations/ObservationCard.tsx';
import { useObservationText } from '../../components/observations/useObservationText.ts';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import { markOf } from '../../components/trend/drawing.ts';
import { MarkShape } from '../../components/trend/Legend.tsx';
import { plottable, type ShownSeries, toShown } from '../../components/trend/points.ts';
import { TrendPicture } from '../../components/trend/TrendPicture.tsx';
import { TrendTable } from '../../components/trend/TrendTable.tsx';
import { useTrendText } from '../../components/trend/useTrendText.ts';
import { words } from '../../words-trend.ts';

/** One measurement over time: in words, as a picture and as a table. Each unit is a separate series. */
export default function ObservationScreen() {
  const t = useText(words);
  const { code = '' } = useParams();
  const { id, isOwn, firstName } = useProfile();
  const all = isOwn ? t('list.mine') : t('list.theirs', { name: firstName });
  return (
    <RecordScreen<Observations>
      title={(answer) => toShown(answer?.series ?? [])[0]?.name ?? all}
      part={`observations?code=${encodeURIComponent(code)}`}
      isEmpty={({ series }) => series.length === 0}
      empty={{
        title: t('screen.gone'),
        text: t('screen.goneText'),
        children: <LinkButton to={recordPaths.observations(id)}>{t('screen.all')}</LinkButton>,
      }}
    >
      {({ series }) => (
        <Stack $gap={24}>
          {toShown(series).map((one, _, all) => (
            <SeriesSection key={one.main.points[0]?.id} series={one} isOnly={all.length === 1} />
          ))}
          <Note>{t('screen.askDoctor')}</Note>
          <LinkButton variant="ghost" to={recordPaths.observations(id)}>
            {t('screen.all')}
          </LinkButton>
        </Stack>
      )}
    </RecordScreen>
  );
}

/** Values of one unit: of one number, or of the upper and the lower blood pressure. */
function SeriesSection({ series, isOnly }: { series: ShownSeries; isOnly: boolean }) {
  const t = useText(words);
  const { name, main, lower } = series;
  const { points, unit } = main;
  const first = { name: main.name, points: plottable(points) };
  const second = lower && { name: lower.name, points: plottable(lower.points) };
  const lines = [first, ...(second ? [second] : [])].filter((line) => line.points.length > 0);
  const [line, ...others] = lines;
  const drawn = Math.min(first.points.length, second?.points.length ?? first.points.length);
  const left = points.length - drawn;
  return (
    <Stack as="section" $gap={16}>
      {!isOnly && <SectionTitle>{unit === '' ? t('screen.unitless') : t('screen.in', { unit })}</SectionTitle>}
      <Latest series={series} />
      {line && drawn > 1 ? (
        <>
          <TrendPicture lines={[line, ...others]} name={name} unit={unit} />
          {left > 0 && <Soft>{t('screen.notDrawn', { count: left })}</Soft>}
        </>
      ) : (
        points.length > 1 && <Soft>{t('screen.noPicture')}</Soft>
      )}
      <TrendTable series={series} />
    </Stack>
  );
}

const Value = styled.p`
  font-size: var(--text-xl);
  font-weight: 640;
  line-height: var(--line-tight);
  overflow-wrap: anywhere;
`;

const Verdict = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--act);
  font-weight: 620;

  &[data-mark='above'],
  &[data-mark='below'] {
    color: var(--new);
  }
`;

/** The newest value, and what can be said of it; of blood pressure, of each number. */
function Latest({ series: { main, lower } }: { series: ShownSeries }) {
  const t = useText(words);
  const { value, pair } = useObservationText();
  const [latest] = main.points;
  const [latestLower] = lower?.points ?? [];
  if (!latest) return null;
  const { effectiveDateTime: at, languages, status } = latest;
  return (
    <Card>
      <Stack $gap={4}>
        <Soft>
          {t('screen.latest')}
          {at !== undefined && (
            <>
              {' · '}
              <RecordDate at={at} withAge />
            </>
          )}
        </Soft>
        <Value>
          <HospitalText lang={languages?.valueString ?? null}>
            <bdi>{latestLower ? pair(latest, latestLower) : value(latest)}</bdi>
          </HospitalText>
        </Value>
        <Judgement points={main.points} name={lower && main.name} />
        {lower && <Judgement points={lower.points} name={lower.name} />}
        {status && <Soft>{status}</Soft>}
      </Stack>
    </Card>
  );
}

interface JudgementProps {
  /** Newest first. */
  points: readonly Observation[];
  /** Only of one of two numbers. */
  name: string | undefined;
}

/** The hospital's mark of the newest value, how it has changed, and how it compares with its range, if that is known. */
function Judgement({ points, name }: JudgementProps) {
  const t = useText(words);
  const text = useTrendText();
  const [latest] = points;
  if (!latest) return null;
  const change = text.change(points);
  const comparison = text.comparison(latest);
  const { original, valueQuantity, verdict } = latest;
  const range = latest.referenceRange?.text;
  return (
    <>
      {name !== undefined && <strong>{name}</strong>}
      <MarkLine verdict={verdict} />
      <CriticalAdvice verdict={verdict} />
      {change && <p>{change}</p>}
      {comparison ? (
        <Verdict data-mark={markOf(latest)}>
          <MarkShape mark={markOf(latest)} />
          {comparison}
        </Verdict>
      ) : (
        valueQuantity && (
          <Soft>
            {verdict?.isMarked && range ? (
              <>
                {t('trend.table.rangeLabel')} <bdi>{range}</bdi>
              </>
            ) : (
              t('screen.noVerdict')
            )}
          </Soft>
        )
      )}
      {original && <Soft>{t('trend.converted', { value: original })}</Soft>}
    </>
  );
}
