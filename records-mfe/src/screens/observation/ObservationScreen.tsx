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
import { plottable, type Series } from '../../components/trend/points.ts';
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
      title={(answer) => answer?.series[0]?.name ?? all}
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
          {series.map((one) => (
            <SeriesSection key={one.points[0]?.id} series={one} isOnly={series.length === 1} />
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

/** Values of one unit. */
function SeriesSection({ series: { name, unit, points }, isOnly }: { series: Series; isOnly: boolean }) {
  const t = useText(words);
  const plotted = plottable(points);
  const [latest] = points;
  const left = points.length - plotted.length;
  return (
    <Stack as="section" $gap={16}>
      {!isOnly && <SectionTitle>{unit === '' ? t('screen.unitless') : t('screen.in', { unit })}</SectionTitle>}
      {latest && <Latest latest={latest} points={points} />}
      {plotted.length > 1 ? (
        <>
          <TrendPicture points={plotted} name={name} unit={unit} />
          {left > 0 && <Soft>{t('screen.notDrawn', { count: left })}</Soft>}
        </>
      ) : (
        points.length > 1 && <Soft>{t('screen.noPicture')}</Soft>
      )}
      <TrendTable points={points} />
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

/** The newest value, the hospital's mark, how it has changed, and how it compares with its range, if that is known. */
function Latest({ latest, points }: { latest: Observation; points: readonly Observation[] }) {
  const t = useText(words);
  const text = useTrendText();
  const { value } = useObservationText();
  const change = text.change(points);
  const comparison = text.comparison(latest);
  const { effectiveDateTime: at, languages, original, status, valueQuantity, verdict } = latest;
  const range = latest.referenceRange?.text;
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
          <HospitalText lang={languages?.valueString ?? null}>{value(latest)}</HospitalText>
        </Value>
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
              {verdict?.isMarked && range ? `${t('trend.table.rangeLabel')} ${range}` : t('screen.noVerdict')}
            </Soft>
          )
        )}
        {original && <Soft>{t('trend.converted', { value: original })}</Soft>}
        {status && <Soft>{status}</Soft>}
      </Stack>
    </Card>
  );
}
