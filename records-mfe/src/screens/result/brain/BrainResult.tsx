import type { Result } from 'mock-api/contract';
import { Card, Stack, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { Tabs } from 'shared-ui/tabs';
import { words } from '../../../words.ts';
import { useReportFacts } from '../useReportFacts.ts';
import { InsightsView } from './InsightsView.tsx';
import { PdfFile } from './PdfFile.tsx';
import { QuestionsView } from './QuestionsView.tsx';

/** A brain scan: the hospital's report, the same in plain words, and questions for the doctor. */
export default function BrainResult({ result }: { result: Result }) {
  const t = useText(words);
  const report = result.media.find(({ type }) => type === 'application/pdf');
  const facts = useReportFacts(result);
  return (
    <Stack>
      <strong>{result.content}</strong>
      <Tabs
        label={result.name}
        items={[
          ...(report ? [{ id: 'pdf', label: t('brain.pdf'), panel: <PdfFile media={report} /> }] : []),
          { id: 'insights', label: t('brain.insights'), panel: <InsightsView resultId={result.id} /> },
          { id: 'questions', label: t('brain.questions'), panel: <QuestionsView result={result} /> },
        ]}
      />
      <Card>
        <Facts variant="lines" facts={facts} />
      </Card>
    </Stack>
  );
}
