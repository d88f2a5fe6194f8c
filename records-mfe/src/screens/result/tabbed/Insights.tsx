import type { Insights, InsightsPending, Result } from 'mock-api/contract';
import type { ReactNode } from 'react';
import {
  Apology,
  Button,
  Card,
  formatDate,
  Note,
  readThrough,
  Soft,
  Stack,
  useLoad,
  useLocale,
  useText,
  Waiting,
} from 'shared-ui';
import { HospitalText, ReadToMe } from 'shared-ui/details';
import { LANGUAGES, useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { formsLanguage, useGlossary } from '../../../components/glossary/GlossaryText.tsx';
import type { Explained } from '../../../components/glossary/match.ts';
import { saidOf } from '../../../components/observations/useObservationText.ts';
import { words } from '../../../words.ts';
import { CardTitle, hasSummary, Summary } from '../parts.tsx';

/** Fetches a report's insights, or `retryAfter` (in seconds) while they are being prepared. */
const fetchInsights = (resultId: string) =>
  readThrough<Insights | InsightsPending>(
    `v1/results/${encodeURIComponent(resultId)}/insights`,
    (answer) => !('retryAfter' in answer),
  );

/** Resolves after `ms` milliseconds. Rejects when `signal` aborts. */
const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Polls for the insights until they are ready, at the interval that the server sets. */
async function readyInsights(resultId: string, signal: AbortSignal): Promise<Insights> {
  for (;;) {
    const answer = await fetchInsights(resultId);
    if (answer.state === 'ready') return answer;
    signal.throwIfAborted();
    await wait(answer.retryAfter * 1000, signal);
  }
}

/** Summary in plain words. Shows the navigator's waiting screen while the server prepares it. */
export function InsightsView({ resultId }: { resultId: string }) {
  const t = useText(words);
  const language = useLanguage();
  const { state, value, retry } = useLoad((signal) => readyInsights(resultId, signal), [resultId, language]);
  if (state === 'loading') {
    return <Waiting caption={t('insights.preparing')} />;
  }
  if (state === 'failed') {
    return (
      <Apology title={t('insights.failed')} text={t('insights.failedText')}>
        <Button onClick={retry}>{t('viewer.again')}</Button>
      </Apology>
    );
  }
  return (
    <Stack>
      <ReadToMe />
      <Card as="section">
        <Stack $gap={8}>
          <CardTitle>{t('insights.title')}</CardTitle>
          {value.paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </Stack>
      </Card>
      <Terms terms={value.terms} />
      <Note>{t('insights.notADoctor')}</Note>
    </Stack>
  );
}

/** Returns the medical words of a report that the glossary explains, in the order in which they come. */
function useTerms({ conclusion, languages, observations }: Result): TermsProps['terms'] {
  const glossary = useGlossary();
  const locale = useLocale();
  if (!glossary) return [];
  const explained: Explained = new Set();
  const pieces = (text: string | null, lang: string | undefined) =>
    glossary.piecesOfSection(text ?? '', formsLanguage(lang ?? null, locale), explained);
  return [
    ...observations.flatMap((value) => [
      ...pieces(value.display, value.languages?.display),
      ...pieces(saidOf(value), value.languages?.valueString),
    ]),
    ...pieces(conclusion, languages?.conclusion),
  ].flatMap((piece) => {
    if (typeof piece === 'string') return [];
    const { text, language } = piece.meaning;
    return [{ term: piece.word, meaning: <HospitalText lang={LANGUAGES[language].tag}>{text}</HospitalText> }];
  });
}

/** The text that staff have approved, with who did. */
function Explanation({ of: { text, language, approvedBy, approvedAt } }: { of: NonNullable<Result['explanation']> }) {
  const t = useText(words);
  const locale = useLocale();
  const date = formatDate(approvedAt);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <CardTitle>{t('insights.title')}</CardTitle>
        {text.split(/\n+/).map((paragraph) => (
          <p key={paragraph}>
            <HospitalText lang={language === locale ? null : language}>{paragraph}</HospitalText>
          </p>
        ))}
        <Soft>
          {approvedBy ? t('insights.approved', { name: approvedBy, date }) : t('insights.approvedByStaff', { date })}
        </Soft>
      </Stack>
    </Card>
  );
}

/** What can be said in plain words about a report of the hospital: how its values compare, and what its words mean. */
export function ReportInsights({ result }: { result: Result }) {
  const t = useText(words);
  const terms = useTerms(result);
  const { explanation, observations } = result;
  return (
    <Stack>
      <ReadToMe />
      {explanation && <Explanation of={explanation} />}
      {(!explanation || hasSummary(observations)) && (
        <Card as="section">
          <Stack $gap={8}>
            <CardTitle>{t(explanation ? 'insights.values' : 'insights.title')}</CardTitle>
            {hasSummary(observations) ? <Summary observations={observations} /> : <p>{t('insights.none')}</p>}
          </Stack>
        </Card>
      )}
      {terms.length > 0 && <Terms terms={terms} />}
      <Note>{t('insights.notADoctor')}</Note>
    </Stack>
  );
}

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--space-3);

  dt {
    font-weight: 640;
  }
  dd {
    color: var(--ink-soft);
  }
`;

interface TermsProps {
  terms: readonly { term: string; meaning: ReactNode }[];
}

/** The words of a report, and what they mean. */
function Terms({ terms }: TermsProps) {
  const t = useText(words);
  return (
    <Card as="section">
      <Stack>
        <CardTitle>{t('insights.terms')}</CardTitle>
        <List>
          {terms.map(({ term, meaning }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </List>
      </Stack>
    </Card>
  );
}
