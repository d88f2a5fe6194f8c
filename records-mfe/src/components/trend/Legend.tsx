import { useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words-trend.ts';
import { type Mark, SHAPES } from './drawing.ts';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: var(--space-1) var(--space-4);
  margin: 0;
  padding: 0;
  color: var(--ink-soft);
  font-size: var(--text-s);
  list-style: none;

  li {
    display: flex;
    align-items: center;
    gap: 6px;
  }
`;

const Swatch = styled.span`
  inline-size: 1.25em;
  block-size: 0.75em;
  border-block: 1px dashed var(--act);
  background: var(--act-soft);
`;

/** Sizes of a mark next to words, in its own coordinates. */
const BOX = 16;
const RADIUS = 5;

const Shape = styled.svg`
  flex: none;
  inline-size: 1em;
  block-size: 1em;
  fill: var(--act);

  &[data-mark='above'],
  &[data-mark='below'] {
    fill: var(--new);
  }
  &[data-mark='none'] {
    fill: none;
    stroke: var(--ink-soft);
    stroke-width: 2;
  }
`;

/** The shape of a mark, as in the picture. Hidden from screen readers: words say the same. */
export function MarkShape({ mark }: { mark: Mark }) {
  return (
    <Shape data-mark={mark} viewBox={`0 0 ${BOX} ${BOX}`} aria-hidden="true">
      <path d={SHAPES[mark](BOX / 2, BOX / 2, RADIUS)} />
    </Shape>
  );
}

const LineSwatch = styled.span`
  inline-size: 1.75em;
  border-block-end: 2px solid var(--calm);

  [data-line='1'] > & {
    border-block-end-style: dashed;
  }
`;

interface LegendProps {
  /** Names of the lines, the dashed one second; empty for a single line. */
  lines: readonly string[];
  marks: readonly Mark[];
  hasBand: boolean;
}

/** What the lines, the shapes and the band of a picture mean. */
export function Legend({ lines, marks, hasBand }: LegendProps) {
  const t = useText(words);
  return (
    <List>
      {lines.map((name, index) => (
        <li key={name} data-line={index}>
          <LineSwatch />
          {name}
        </li>
      ))}
      {marks.map((mark) => (
        <li key={mark}>
          <MarkShape mark={mark} />
          {t(`trend.mark.${mark}`)}
        </li>
      ))}
      {hasBand && (
        <li>
          <Swatch />
          {t('trend.mark.range')}
        </li>
      )}
    </List>
  );
}
