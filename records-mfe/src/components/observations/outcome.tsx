import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import FileText from 'lucide-react/icons/file-text';
import Images from 'lucide-react/icons/images';
import type { Observation, Result } from 'mock-api/contract';
import { isPicture, useText } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
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

/** Longest outcome in the hospital's words (characters). */
const MAX_LENGTH = 160;

interface SaidOutcome {
  text: string;
  /** BCP 47; null for the reader's language. */
  lang: string | null;
}

/** Returns a text cut after a word to `MAX_LENGTH`, with an ellipsis if anything is left out. */
function shortened(text: string, goesOn: boolean): string {
  if (text.length <= MAX_LENGTH) return goesOn ? `${text} …` : text;
  const cut = text.slice(0, MAX_LENGTH);
  return `${cut.slice(0, cut.lastIndexOf(' ') + 1).trimEnd() || cut} …`;
}

/**
 * Returns a result's outcome in the hospital's own words: the sentence for its conclusion, or else its only finding;
 * undefined without either. An ellipsis shows that the conclusion goes on: its first sentence may reassure wrongly.
 */
export function hospitalOutcome({ conclusion, content, languages, observations }: Result): SaidOutcome | undefined {
  if (conclusion !== null) {
    // A status, such as "Not final yet", comes before the sentence.
    const sentence = content.split(' · ').at(-1) ?? '';
    const goesOn = conclusion.startsWith(sentence) && conclusion.trim() !== sentence;
    return { text: shortened(content, goesOn), lang: languages?.content ?? null };
  }
  const [only, ...others] = observations;
  if (!only?.valueString || others.length > 0) return undefined;
  return { text: shortened(only.valueString, false), lang: only.languages?.valueString ?? null };
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
  > span {
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
  &[data-outcome='normal'] {
    color: var(--act);
  }
  &[data-outcome='outside'] {
    color: var(--new);
  }
`;

const OUTCOMES = {
  outside: { icon: <CircleAlert />, text: 'outcome.outside', hasVerdict: true },
  normal: { icon: <CircleCheck />, text: 'outcome.normal', hasVerdict: true },
  incomplete: { icon: <Clock />, text: 'outcome.incomplete', hasVerdict: true },
  pictures: { icon: <Images />, text: 'outcome.pictures', hasVerdict: false },
  picturesAndReport: { icon: <Images />, text: 'outcome.picturesAndReport', hasVerdict: false },
  report: { icon: <FileText />, text: 'outcome.report', hasVerdict: false },
} as const;

/**
 * A result's outcome in an icon and words: by the verdicts on its values ("All normal", "2 to look at"), else in the
 * hospital's own words ("No bone is broken."), else what there is to see.
 */
export function OutcomeLine({ result }: { result: Result }) {
  const t = useText(words);
  const { kind, count } = outcomeOf(result);
  const { icon, text, hasVerdict } = OUTCOMES[kind];
  const said = hasVerdict ? undefined : hospitalOutcome(result);
  return (
    <Line data-outcome={kind}>
      {icon}
      <span>{said ? <HospitalText lang={said.lang}>{said.text}</HospitalText> : t(text, { count })}</span>
    </Line>
  );
}
