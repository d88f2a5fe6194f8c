import type { Insights, Result } from 'mock-api/contract';
import { Card, formatDate, Note, Soft, Stack, useLocale, useText } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { useGlossary } from '../../../components/glossary/GlossaryProvider.tsx';
import { formsLanguage } from '../../../components/glossary/GlossaryText.tsx';
import type { Explained } from '../../../components/glossary/match.ts';
import { saidOf } from '../../../components/observations/useObservationText.ts';
import { words } from '../../../words.ts';
import { hasSummary, Summary } from '../Summary.tsx';
import { Terms } from './Terms.tsx';

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** Returns the medical words of a report that the glossary explains, in the order in which they come. */
function useTerms({ conclusion, languages, observations }: Result): Insights['terms'] {
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
  ].flatMap((piece) => (typeof piece === 'string' ? [] : [{ term: piece.word, meaning: piece.entry[locale].meaning }]));
}

/** The text that staff have approved, with who did. */
function Explanation({ of: { text, language, approvedBy, approvedAt } }: { of: NonNullable<Result['explanation']> }) {
  const t = useText(words);
  const locale = useLocale();
  const date = formatDate(approvedAt);
  return (
    <Card as="section">
      <Stack $gap={8}>
        <Title>{t('insights.title')}</Title>
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
      {explanation && <Explanation of={explanation} />}
      {(!explanation || hasSummary(observations)) && (
        <Card as="section">
          <Stack $gap={8}>
            <Title>{t(explanation ? 'insights.values' : 'insights.title')}</Title>
            {hasSummary(observations) ? <Summary observations={observations} /> : <p>{t('insights.none')}</p>}
          </Stack>
        </Card>
      )}
      {terms.length > 0 && <Terms terms={terms} />}
      <Note>{t('insights.notADoctor')}</Note>
    </Stack>
  );
}
