import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChartLine from 'lucide-react/icons/chart-line';
import Check from 'lucide-react/icons/check';
import CircleAlert from 'lucide-react/icons/circle-alert';
import Minus from 'lucide-react/icons/minus';
import type { Observation } from 'mock-api/contract';
import { Card, LinkButton, Soft, toneLook, useProfile, useText } from 'shared-ui';
import { HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { observationPath } from '../../paths.ts';
import { words } from '../../words.ts';
import { GlossaryText } from '../glossary/GlossaryText.tsx';
import { languageAmong } from '../record/language.ts';
import { assess, isNormal, isOutside } from './assess.ts';
import { CriticalAdvice } from './CriticalAdvice.tsx';
import { RangeLine } from './RangeLine.tsx';
import { useObservationText } from './useObservationText.ts';

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
  text: null,
};

function toneOf(observation: Observation): 'act' | 'new' | 'none' {
  if (isOutside(observation)) return 'new';
  return observation.mark || isNormal(observation) ? 'act' : 'none';
}

/** One value: what the hospital marked it as or how it compares, its position on its range, and the figure. */
export function ObservationCard({ observation }: { observation: Observation }) {
  const t = useText(words);
  const text = useObservationText();
  const assessment = assess(observation);
  const verdict = text.verdict(observation);
  const { display, languages, mark, referenceRange, valueQuantity, valueString } = observation;
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
            <b>{text.measured(valueQuantity)}</b> <small>{valueQuantity.unit}</small>
          </p>
        )}
      </Head>
      {verdict && (
        <Verdict>
          {ICONS[mark?.kind ?? assessment]}
          {verdict}
        </Verdict>
      )}
      <CriticalAdvice mark={mark} />
      {valueString && (
        <p>
          <GlossaryText text={valueString} lang={languages?.valueString ?? null} />
        </p>
      )}
      {assessment === 'text' && referenceRange && (
        <Soft>{t('table.normalIs', { range: text.range(observation) })}</Soft>
      )}
      <HospitalWordsNote lang={languageAmong(languages)} />
      <RangeLine observation={observation} />
      {observation.series !== undefined && <EarlierValues series={observation.series} />}
    </Frame>
  );
}

function EarlierValues({ series }: { series: string }) {
  const t = useText(words);
  const { id } = useProfile();
  return (
    <LinkButton variant="plain" compact icon={<ChartLine />} to={observationPath(id, series)}>
      {t('result.earlier')}
    </LinkButton>
  );
}
