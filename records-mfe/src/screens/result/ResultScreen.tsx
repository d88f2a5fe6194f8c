import type { Observation, Result } from 'mock-api/contract';
import { memo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import {
  Card,
  formatDate,
  isPicture,
  onDemand,
  SectionTitle,
  Skeleton,
  Soft,
  Stack,
  useMediaFiles,
  useText,
} from 'shared-ui';
import { Facts, HospitalText, HospitalWordsNote, ReadToMe } from 'shared-ui/details';
import { styled } from 'styled-components';
import { FigureTable, TableContainer } from '../../components/FigureTable.tsx';
import { ObservationCard } from '../../components/observations/ObservationCard.tsx';
import { saidOf, useObservationText } from '../../components/observations/useObservationText.ts';
import { SingleRecord } from '../../components/records.tsx';
import { AllPictures, Pictures } from '../../components/viewer/Pictures.tsx';
import { words } from '../../words.ts';
import { Meaning, RESULT_TYPE, ResultFiles, Summary, useReportFacts } from './parts.tsx';

// Loaded on demand, because reading PDFs needs an additional library.
const TabbedResult = onDemand(() => import('./tabbed/TabbedResult.tsx'), <ViewerSkeleton />);

export function ResultScreen() {
  const { resultId = '' } = useParams();
  const tab = new URLSearchParams(useLocation().search).get('tab') ?? undefined;
  return (
    <SingleRecord kind="results" id={resultId} titleOf={({ name }) => name}>
      {(result) => <ResultContent result={result} tab={tab} />}
    </SingleRecord>
  );
}

/** Content by result type, in tabs if it has questions. Memoized, so that it re-renders only for another result. */
export const ResultContent = memo(function ResultContent({ result, tab }: { result: Result; tab: string | undefined }) {
  const report = result.type === RESULT_TYPE.BLOOD ? <BloodResult result={result} /> : <ReportResult result={result} />;
  if (result.questions.length === 0) return report;
  return (
    <TabbedResult result={result} tab={tab}>
      {report}
    </TabbedResult>
  );
});

/** Placeholder while pictures or pages are loading. */
function ViewerSkeleton() {
  const t = useText(words);
  return <Skeleton label={t('viewer.loading')} count={4} />;
}

/** A blood test: a summary in words, each value on its range, and a table of the figures. */
function BloodResult({ result }: { result: Result }) {
  const t = useText(words);
  const { completedAt, conclusion, languages, media, observations, performedAt } = result;
  return (
    <Stack>
      <ReadToMe />
      <Soft>{t('result.taken', { hospital: completedAt, date: formatDate(performedAt) })}</Soft>
      <Summary observations={observations} />
      <SectionTitle>{t('result.values')}</SectionTitle>
      {observations.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
      {conclusion && <Meaning text={conclusion} lang={languages?.conclusion ?? null} />}
      <ResultFiles media={media} />
      <ValueTable observations={observations} />
    </Stack>
  );
}

const Table = styled(FigureTable)`
  tbody th {
    hyphens: auto;
  }
  /* Keeps a value with its unit and a range on one line when every column has room. */
  @container (inline-size >= 15rem) {
    thead th:first-child {
      inline-size: 40%;
    }
    td[data-figure='value'] {
      white-space: nowrap;
    }
  }
  @container (inline-size >= 19rem) {
    td[data-figure] {
      white-space: nowrap;
    }
  }
`;

const isInWords = (range: Observation['referenceRange']) => range?.low === null && range.high === null;

/** Table of all figures: Test, Result, Normal Value (docs/product-rules.md#results-and-care-plans). */
function ValueTable({ observations }: { observations: Observation[] }) {
  const t = useText(words);
  const text = useObservationText();
  return (
    <Card>
      <TableContainer>
        <Table>
          <caption>{t('table.caption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('table.test')}</th>
              <th scope="col">{t('table.result')}</th>
              <th scope="col">{t('table.normal')}</th>
            </tr>
          </thead>
          <tbody>
            {observations.map((observation) => (
              <tr key={observation.id}>
                <th scope="row">
                  <HospitalText lang={observation.languages?.display ?? null}>
                    {observation.code ? `${observation.display} (${observation.code})` : observation.display}
                  </HospitalText>
                </th>
                <td data-figure={observation.valueQuantity ? 'value' : undefined}>
                  <HospitalText lang={observation.languages?.valueString ?? null}>
                    <bdi>
                      {observation.valueQuantity ? text.value(observation) : saidOf(observation) || t('table.none')}
                    </bdi>
                  </HospitalText>
                </td>
                <td
                  data-figure={isInWords(observation.referenceRange) ? undefined : 'range'}
                  data-label={`${t('table.normal')}:`}
                >
                  <HospitalText lang={observation.languages?.referenceRange ?? null}>
                    <bdi>{text.range(observation)}</bdi>
                  </HospitalText>
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableContainer>
    </Card>
  );
}

/** A report: summary sentence, pictures, conclusion, findings, and where and when it was made. */
function ReportResult({ result }: { result: Result }) {
  const t = useText(words);
  const { conclusion, content, languages, media, observations, type } = result;
  const pictures = media.filter(isPicture);
  const isEcg = type === RESULT_TYPE.ELECTROCARDIOGRAM;
  const facts = useReportFacts(result);
  const files = useMediaFiles(pictures);
  return (
    <Stack>
      <ReadToMe />
      <strong>
        <HospitalText lang={languages?.content ?? null}>{content}</HospitalText>
      </strong>
      {!conclusion && <HospitalWordsNote lang={languages?.content ?? null} />}
      {pictures.length > 0 && !isEcg && <Pictures label={t('viewer.views')} pictures={pictures} files={files} />}
      {pictures.length > 0 && isEcg && (
        <AllPictures label={t('viewer.recordings')} pictures={pictures} files={files} note={t('viewer.paper')} />
      )}
      {conclusion && <Meaning text={conclusion} lang={languages?.conclusion ?? null} />}
      <ResultFiles
        media={media.filter((item) => !isPicture(item))}
        isAll={!conclusion && observations.length === 0 && pictures.length === 0}
      />
      {observations.length > 0 && <SectionTitle>{t('result.found')}</SectionTitle>}
      {observations.map((observation) => (
        <ObservationCard key={observation.id} observation={observation} />
      ))}
      <Card>
        <Facts variant="lines" facts={facts} />
      </Card>
    </Stack>
  );
}
