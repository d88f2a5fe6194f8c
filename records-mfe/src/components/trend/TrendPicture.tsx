import { Card, Stack, useText } from 'shared-ui';
import { formatRecordDate } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../words-trend.ts';
import { useObservationText } from '../observations/useObservationText.ts';
import { type Drawing, draw, type Mark, markOf, SIZE, valueAxis } from './drawing.ts';
import { Legend } from './Legend.tsx';
import type { PlottedPoint } from './points.ts';

const Frame = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  column-gap: var(--space-2);
  color: var(--ink-soft);
  font-size: var(--text-s);
  line-height: 1.2;
`;

const Labels = styled.div`
  position: relative;

  > span {
    position: absolute;
    inset-inline-end: 0;
    translate: 0 -50%;
    white-space: nowrap;
  }
  /* The longest label gives the column its width. */
  > span:first-child {
    position: static;
    visibility: hidden;
  }
`;

const Drawn = styled.svg`
  display: block;
  inline-size: 100%;
  block-size: auto;
  overflow: visible;

  [data-part='band'] {
    fill: var(--act-soft);
  }
  [data-part='limits'] {
    fill: none;
    stroke: var(--act);
    stroke-dasharray: 4 3;
    stroke-width: 1;
  }
  [data-part='grid'] {
    fill: none;
    stroke: var(--line-color);
    stroke-width: 1;
  }
  [data-line='lower'] [data-part='line'] {
    stroke-dasharray: 6 3;
  }
  [data-part='line'] {
    fill: none;
    stroke: var(--calm);
    stroke-linejoin: round;
    stroke-width: 1.5;
  }
  [data-mark] {
    fill: var(--ink-soft);
    stroke: var(--surface);
    stroke-width: 1;
  }
  [data-mark='inside'] {
    fill: var(--act);
  }
  [data-mark='above'],
  [data-mark='below'] {
    fill: var(--new);
  }
  [data-mark='none'] {
    fill: var(--surface);
    stroke: var(--ink-soft);
    stroke-width: 1.75;
  }
`;

const Dates = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-column: 2;
  justify-content: space-between;
  column-gap: var(--space-3);
  margin-block-start: var(--space-2);

  > :last-child {
    margin-inline-start: auto;
  }
`;

const MARKS: readonly Mark[] = ['inside', 'above', 'below', 'none'];

interface TrendPictureProps {
  /** Of one number, or of the upper and the lower blood pressure; each oldest first, at least one, together two. */
  lines: readonly [PlottedLine, ...PlottedLine[]];
  name: string;
  unit: string;
}

interface PlottedLine {
  name: string;
  points: readonly PlottedPoint[];
}

const LINES = ['upper', 'lower'] as const;

/** A picture of values over time, with the range of each as a band. The table has the same values in words. */
export function TrendPicture({ lines, name, unit }: TrendPictureProps) {
  const t = useText(words);
  const { number } = useObservationText();
  const points = lines.flatMap((line) => line.points).toSorted((one, other) => one.time - other.time);
  const axis = valueAxis(points);
  const drawings = lines.map((line) => draw(line.points, axis, points));
  const grid = drawings[0]?.grid ?? [];
  const dateOf = (point: PlottedPoint | undefined) => formatRecordDate(new Date(point?.time ?? 0).toISOString());
  const [first, last] = [dateOf(points[0]), dateOf(points.at(-1))];
  const outside = points.filter((point) => markOf(point) === 'above' || markOf(point) === 'below').length;
  const spanOf = ({ name: of, points: own }: PlottedLine) => {
    const figure = (value: number) => number(value, own[0]?.decimals);
    const text = t('trend.span', { low: figure(lowest(own)), high: `${figure(highest(own))} ${unit}`.trim() });
    return lines.length > 1 ? t('trend.of', { name: of, text }) : text;
  };
  const label = [
    t('trend.picture', { name, count: lines[0].points.length, first, last }),
    ...lines.map(spanOf),
    outside > 0 ? t('trend.outside', { count: outside }) : '',
  ];
  const labels = axis.ticks.map((tick) => number(tick, axis.decimals));
  const longest = labels.reduce((one, other) => (other.length > one.length ? other : one), '');
  return (
    <Card>
      <Stack>
        {unit !== '' && (
          <strong>
            <bdi>{unit}</bdi>
          </strong>
        )}
        <Frame role="img" dir="ltr" aria-label={label.filter((part) => part !== '').join(' ')}>
          <Labels>
            <span>{longest}</span>
            {axis.ticks.map((tick, index) => (
              <span key={tick} style={{ insetBlockStart: `${((grid[index] ?? 0) / SIZE.height) * 100}%` }}>
                {labels[index]}
              </span>
            ))}
          </Labels>
          <Canvas drawings={drawings} grid={grid} />
          <Dates>
            <span>{first}</span>
            <span>{last}</span>
          </Dates>
        </Frame>
        <Legend
          lines={lines.length > 1 ? lines.map((line) => line.name) : []}
          marks={MARKS.filter((mark) => drawings.some(({ marks }) => marks[mark] !== undefined))}
          hasBand={drawings.some(({ bands }) => bands !== '')}
        />
      </Stack>
    </Card>
  );
}

const lowest = (points: readonly PlottedPoint[]) => points.reduce((low, { value }) => Math.min(low, value), Infinity);
const highest = (points: readonly PlottedPoint[]) =>
  points.reduce((high, { value }) => Math.max(high, value), -Infinity);

function Canvas({ drawings, grid }: { drawings: readonly Drawing[]; grid: readonly number[] }) {
  const lines = drawings.map((drawing, index) => ({ drawing, place: LINES[index] }));
  return (
    <Drawn viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
      {lines.map(({ drawing, place }) => (
        <path key={place} data-part="band" d={drawing.bands} />
      ))}
      <path data-part="grid" d={grid.map((y) => `M0 ${y}H${SIZE.width}`).join('')} />
      {lines.map(({ drawing: { limits, line, marks }, place }) => (
        <g key={place} data-line={place}>
          <path data-part="limits" d={limits} />
          <path data-part="line" d={line} />
          {MARKS.map((mark) => marks[mark] && <path key={mark} data-mark={mark} d={marks[mark]} />)}
        </g>
      ))}
    </Drawn>
  );
}
