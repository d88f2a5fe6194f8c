import type * as contract from 'mock-api/contract';
import type { Media, Observation, Result } from 'mock-api/contract';
import { Card, formatDate, onDemand, Stack, useText } from 'shared-ui';
import { HospitalWordsNote } from 'shared-ui/details';
import { styled } from 'styled-components';
import { GlossaryText } from '../../components/glossary/GlossaryText.tsx';
import { isJudged, isOutside } from '../../components/observations/outcome.tsx';
import { words } from '../../words.ts';

/** Result type codes (docs/product-rules.md#codes). */
export const RESULT_TYPE = {
  XRAY: 0,
  BLOOD: 1,
  ELECTROCARDIOGRAM: 2,
  BRAIN: 3,
  OTHER: 4,
} as const satisfies typeof contract.RESULT_TYPE;

// Loaded on demand: few results have files that their screen doesn't show by itself.
const ResultDocuments = onDemand(() => import('../../components/document/ResultDocuments.tsx'));

/** Files that came with a result, each opened by a press; the first at once if it `isAll` that came. */
export function ResultFiles({ media, isAll = false }: { media: Media[]; isAll?: boolean }) {
  return media.length > 0 && <ResultDocuments media={media} isAll={isAll} />;
}

/** Returns where and when a report was made, and who read it. */
export function useReportFacts({
  completedAt,
  performedAt,
  performer,
  resultsAt,
}: Result): (readonly [name: string, value: string])[] {
  const t = useText(words);
  return [
    [t('result.hospital'), completedAt],
    [t('result.performed'), formatDate(performedAt)],
    [t('result.ready'), formatDate(resultsAt)],
    ...(performer ? [[t('result.performer'), performer] as const] : []),
  ];
}

/** Title of a card about a result. */
export const CardTitle = styled.h2`
  font-size: var(--text-l);
`;

/** Reports come with line ends that separate findings. */
const Written = styled.p`
  white-space: pre-line;
`;

/** The report's conclusion in plain words, in the language `lang` if it is not the reader's. */
export function Meaning({ text, lang }: { text: string; lang: string | null }) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <CardTitle>{t('result.meaning')}</CardTitle>
        <Written>
          <GlossaryText text={text} lang={lang} />
        </Written>
        <HospitalWordsNote lang={lang} />
      </Stack>
    </Card>
  );
}

const insideSentence = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Returns whether enough values are compared or marked to sum them up. */
export const hasSummary = (observations: Observation[]): boolean => observations.filter(isJudged).length >= 2;

/** Summary of all values in plain words. Renders nothing if fewer than two are compared or marked. */
export function Summary({ observations }: { observations: Observation[] }) {
  const t = useText(words);
  const outside = observations.filter(isOutside);
  const count = observations.filter(({ verdict }) => verdict?.comparison === 'inside').length;
  const total = observations.filter(isJudged).length;
  if (!hasSummary(observations)) return null;
  return (
    <Stack $gap={4}>
      <p>{count === total ? t('summary.all') : t('summary.some', { count, total })}</p>
      {outside.map((observation) => (
        <p key={observation.id}>
          <strong>
            {t('summary.outside', {
              name: observation.display,
              verdict: insideSentence(observation.verdict?.text ?? ''),
            })}
          </strong>
        </p>
      ))}
    </Stack>
  );
}
