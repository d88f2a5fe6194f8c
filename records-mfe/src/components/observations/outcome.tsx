import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import Images from 'lucide-react/icons/images';
import type { Observation, Result } from 'mock-api/contract';
import { isPicture, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';

type Judged = Pick<Observation, 'verdict'>;

/** Returns whether a value is outside its range or, which counts more, marked as not normal by the hospital. */
export const isOutside = ({ verdict }: Judged): boolean =>
  ['below', 'above', 'outside'].includes(verdict?.kind ?? 'missing');

/** Returns whether a value is compared with its range, or marked by the hospital. */
export const isJudged = ({ verdict }: Judged): boolean => (verdict?.kind ?? 'missing') !== 'missing';

/**
 * Outcome of a result, for the list. `outside`: values are outside their range, or marked so by the hospital. `normal`:
 * every value is within its range or marked as normal. `incomplete`: values are missing and none is outside. The others
 * have no verdict and only say what there is to see.
 */
interface Outcome {
  kind: 'outside' | 'normal' | 'incomplete' | 'pictures' | 'picturesAndReport' | 'report';
  /** Number of values outside their range, or marked so. */
  count: number;
}

/** Returns the outcome of a result, by the verdict on each value. */
export function outcomeOf({ conclusion, media, observations }: Result): Outcome {
  const count = observations.filter(isOutside).length;
  if (count > 0) return { kind: 'outside', count };
  if (observations.some(({ verdict }) => verdict?.kind === 'missing')) return { kind: 'incomplete', count };
  if (observations.length > 0 && observations.every(isJudged)) return { kind: 'normal', count };
  if (!media.some(isPicture)) return { kind: 'report', count };
  return { kind: conclusion || observations.length > 0 ? 'picturesAndReport' : 'pictures', count };
}

const Line = styled.span`
  --icon: 1.125rem;
  display: flex;
  gap: 6px;
  margin-block: 2px;
  color: var(--ink-soft);
  font-weight: 640;

  > svg {
    flex: none;
    margin-block-start: 1px;
  }
  &[data-outcome='normal'] {
    color: var(--act);
  }
  &[data-outcome='outside'] {
    color: var(--new);
  }
`;

const OUTCOMES = {
  outside: { icon: <CircleAlert />, text: 'outcome.outside' },
  normal: { icon: <CircleCheck />, text: 'outcome.normal' },
  incomplete: { icon: <Clock />, text: 'outcome.incomplete' },
  pictures: { icon: <Images />, text: 'outcome.pictures' },
  picturesAndReport: { icon: <Images />, text: 'outcome.picturesAndReport' },
  report: { icon: <FileText />, text: 'outcome.report' },
} as const;

/** A result's outcome in an icon and words, e.g. "All normal" or "2 to look at". */
export function OutcomeLine({ result }: { result: Result }) {
  const t = useText(words);
  const { kind, count } = outcomeOf(result);
  const { icon, text } = OUTCOMES[kind];
  return (
    <Line data-outcome={kind}>
      {icon}
      {t(text, { count })}
    </Line>
  );
}
