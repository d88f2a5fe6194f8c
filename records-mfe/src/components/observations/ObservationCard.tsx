import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChartLine from 'lucide-react/icons/chart-line';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Minus from 'lucide-react/icons/minus';
import type { Observation } from 'mock-api/contract';
import {
  Card,
  LANGUAGE_TAG,
  LinkButton,
  Note,
  runtimeConfig,
  Soft,
  toneLook,
  useLocale,
  useProfile,
  useText,
} from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { HospitalText, HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { GlossaryText, languageAmong } from '../glossary/GlossaryText.tsx';
import { isJudged, isOutside } from './outcome.tsx';
import { saidOf, useObservationText } from './useObservationText.ts';

const Frame = styled(Card)`
  ${toneLook}
`;

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  column-gap: var(--space-3);

  h3 {
    font-size: var(--text-l);
    line-height: 1.3;
  }
  p {
    margin-inline-start: auto;
  }
  b {
    font-size: var(--text-l);
  }
`;

const Verdict = styled.p`
  --icon: 1.125rem;
  display: flex;
  align-items: center;
  gap: 6px;
  color: var(--tone);
  font-weight: 640;
`;

const CHECK = <Check />;
const ICONS = {
  above: <ArrowUp />,
  below: <ArrowDown />,
  outside: <CircleAlert />,
  inside: CHECK,
  atLow: CHECK,
  atHigh: CHECK,
  missing: <Minus />,
};

function toneOf(observation: Observation): 'act' | 'new' | 'none' {
  if (isOutside(observation)) return 'new';
  return isJudged(observation) ? 'act' : 'none';
}

/** Number line scaled from 0 (start) to 1 (end): the normal band and the value's position. */
interface NumberLine {
  from: number;
  to: number;
  value: number;
}

/** Start of the band of a range with two limits, which is the middle half of the line. */
const QUARTER = 0.25;
/** Minimum distance between the mark and the line's ends. */
const MARGIN = 0.03;

const onLine = (position: number) => Math.min(1 - MARGIN, Math.max(MARGIN, position));

/**
 * Returns the position on its range of a number that is compared with it, or null without a usable limit. With one
 * limit, the line starts at 0 and the band runs from the first quarter to the end, or from the start to the third quarter.
 */
export function numberLine({ valueQuantity, referenceRange, verdict }: Observation): NumberLine | null {
  if (!valueQuantity || !referenceRange || !verdict?.comparison) return null;
  const { value } = valueQuantity;
  const { low, high } = referenceRange;
  if (low !== null && high !== null) {
    if (low >= high) return null;
    const position = QUARTER + ((value - low) / (high - low)) * 2 * QUARTER;
    return { from: QUARTER, to: 1 - QUARTER, value: onLine(position) };
  }
  if (low !== null && low > 0) return { from: QUARTER, to: 1, value: onLine((value / low) * QUARTER) };
  if (high !== null && high > 0) return { from: 0, to: 1 - QUARTER, value: onLine((value / high) * (1 - QUARTER)) };
  return null;
}

const Track = styled.div`
  position: relative;
  block-size: 22px;
  margin-block-start: var(--space-3);

  &::before {
    position: absolute;
    inset-block: 7px;
    inset-inline: 0;
    border: 1px solid var(--line-color);
    border-radius: 4px;
    background: var(--new-soft);
    content: '';
  }
`;

const Band = styled.span`
  position: absolute;
  inset-block: 7px;
  background: var(--act);
`;

const Position = styled.span`
  position: absolute;
  inset-block-start: 0;
  inline-size: 22px;
  block-size: 22px;
  margin-inline-start: -11px;
  border: 6px solid var(--tone);
  border-radius: 50%;
  background: var(--surface);
  box-shadow: 0 0 0 2px var(--surface);
`;

const Limits = styled.div`
  position: relative;
  block-size: 1.5rem;
  color: var(--ink-soft);
  font-size: var(--text-s);

  > span {
    position: absolute;
    inline-size: 5rem;
    margin-inline-start: -2.5rem;
    text-align: center;
  }
`;

const percent = (part: number) => `${part * 100}%`;

/** One value: what the hospital marked it as or how it compares, its position on its range, and the figure. */
export function ObservationCard({ observation }: { observation: Observation }) {
  const t = useText(words);
  const text = useObservationText();
  const { display, languages, referenceRange, valueQuantity, verdict } = observation;
  const said = saidOf(observation);
  const line = numberLine(observation);
  return (
    <Frame data-tone={toneOf(observation)}>
      <Head>
        <GlossaryText text={display} lang={languages?.display ?? null}>
          {(name, meaning) => (
            <>
              <h3>{name}</h3>
              {meaning}
            </>
          )}
        </GlossaryText>
        {valueQuantity && (
          <p>
            <bdi>
              <b>{text.measured(valueQuantity)}</b> <small>{valueQuantity.unit}</small>
            </bdi>
          </p>
        )}
      </Head>
      {verdict && (
        <Verdict>
          {ICONS[verdict.kind]}
          {verdict.text}
        </Verdict>
      )}
      <CriticalAdvice verdict={verdict} />
      {said && (
        <p>
          <GlossaryText text={said} lang={languages?.valueString ?? languages?.interpretation ?? null} />
        </p>
      )}
      {!line && referenceRange && verdict?.kind !== 'missing' && (
        <Soft>{t('table.normalIs', { range: text.range(observation) })}</Soft>
      )}
      <HospitalWordsNote lang={languageAmong(languages)} />
      {line && <RangeLine line={line} range={referenceRange} />}
      {observation.series !== undefined && <EarlierValues series={observation.series} />}
    </Frame>
  );
}

/**
 * Draws the value's position on its range. Hidden from screen readers, because the text above says the same. Numbers grow
 * from left to right in every language.
 */
function RangeLine({ line, range }: { line: NumberLine; range: Observation['referenceRange'] }) {
  const { number } = useObservationText();
  const { low, high } = range ?? { low: null, high: null };
  return (
    <div aria-hidden="true" dir="ltr">
      <Track>
        <Band style={{ insetInline: `${percent(line.from)} ${percent(1 - line.to)}` }} />
        <Position style={{ insetInlineStart: percent(line.value) }} />
      </Track>
      <Limits>
        {low !== null && <span style={{ insetInlineStart: percent(line.from) }}>{number(low)}</span>}
        {high !== null && <span style={{ insetInlineStart: percent(line.to) }}>{number(high)}</span>}
      </Limits>
    </div>
  );
}

function EarlierValues({ series }: { series: string }) {
  const t = useText(words);
  const { id } = useProfile();
  return (
    <LinkButton variant="plain" compact icon={<ChartLine />} to={`${recordPaths.observations(id)}/${series}`}>
      {t('result.earlier')}
    </LinkButton>
  );
}

const MarkText = styled.strong`
  display: block;
  color: var(--new);

  &[data-kind='inside'] {
    color: var(--act);
  }
`;

/** What the hospital itself marked a value as, in a sentence; nothing without such a mark. */
export function MarkLine({ verdict }: Pick<Observation, 'verdict'>) {
  return verdict?.isMarked ? <MarkText data-kind={verdict.kind}>{verdict.text}</MarkText> : null;
}

/** What to do about a value that the hospital marked as critical, in the hospital's own words; nothing without any. */
export function CriticalAdvice({ verdict }: Pick<Observation, 'verdict'>) {
  const locale = useLocale();
  const advice = runtimeConfig().brand.criticalAdvice?.[locale];
  if (!verdict?.isCritical || !advice) return null;
  return (
    <Note>
      <HospitalText lang={LANGUAGE_TAG[locale]}>{advice}</HospitalText>
    </Note>
  );
}
