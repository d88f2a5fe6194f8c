import type { Observation, Result } from 'mock-api/contract';
import { Card, formatDate, SectionTitle, Soft, Stack, useText } from 'shared-ui';
import { HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { FigureTable, TableContainer } from '../../components/FigureTable.tsx';
import { ObservationCard } from '../../components/observations/ObservationCard.tsx';
import { saidOf, useObservationText } from '../../components/observations/useObservationText.ts';
import { words } from '../../words.ts';
import { Meaning, ResultFiles, Summary } from './parts.tsx';

/** A blood test: a summary in words, each value on its range, and a table of the figures. */
export function BloodResult({ result }: { result: Result }) {
  const t = useText(words);
  const { completedAt, conclusion, languages, media, observations, performedAt } = result;
  return (
    <Stack>
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
  thead th:first-child {
    inline-size: 40%;
  }
  tbody th {
    hyphens: auto;
  }
  /* Keeps a value with its unit and a range on one line when every column has room. */
  @container (inline-size >= 15rem) {
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
                    {observation.valueQuantity ? text.value(observation) : saidOf(observation) || t('table.none')}
                  </HospitalText>
                </td>
                <td data-figure={isInWords(observation.referenceRange) ? undefined : 'range'}>
                  <HospitalText lang={observation.languages?.referenceRange ?? null}>
                    {text.range(observation)}
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
