import type { Result } from 'mock-api/contract';
import { Card, Note, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../../words.ts';
import { hasSummary, Summary } from '../Summary.tsx';

const Title = styled.h2`
  font-size: var(--text-l);
`;

/** What can be said in plain words about a report of the hospital: how its values compare with their ranges. */
export function ReportInsights({ result: { observations } }: { result: Result }) {
  const t = useText(words);
  return (
    <Stack>
      <Card as="section">
        <Stack $gap={8}>
          <Title>{t('insights.title')}</Title>
          {hasSummary(observations) ? <Summary observations={observations} /> : <p>{t('insights.none')}</p>}
        </Stack>
      </Card>
      <Note>{t('insights.notADoctor')}</Note>
    </Stack>
  );
}
