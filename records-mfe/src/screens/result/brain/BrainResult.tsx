import type { Result } from 'mock-api/contract';
import { Card, Stack, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { Tabs } from 'shared-ui/tabs';
import PdfFile from '../../../components/pdf/PdfFile.tsx';
import { words } from '../../../words.ts';
import { useReportFacts } from '../useReportFacts.ts';
import { InsightsView } from './InsightsView.tsx';
import { QuestionsView } from './QuestionsView.tsx';

/** Tabs that were opened last, by result id, until the page is reloaded. */
const lastTabs = new Map<string, string>();

interface BrainResultProps {
  result: Result;
  /** Tab that the address names. */
  tab?: string | undefined;
}

/**
 * A brain scan: the hospital's report, the same in plain words, and questions for the doctor. Opens the tab that the
 * address names, else the last one that was opened, else the plain words.
 */
export default function BrainResult({ result, tab }: BrainResultProps) {
  const t = useText(words);
  const report = result.media.find(({ type }) => type === 'application/pdf');
  const facts = useReportFacts(result);
  const items = [
    ...(report ? [{ id: 'pdf', label: t('brain.pdf'), panel: <PdfFile media={report} /> }] : []),
    { id: 'insights', label: t('brain.insights'), panel: <InsightsView resultId={result.id} /> },
    { id: 'questions', label: t('brain.questions'), panel: <QuestionsView result={result} /> },
  ];
  const initial = [tab, lastTabs.get(result.id)].find((wanted) => items.some(({ id }) => id === wanted));
  return (
    <Stack>
      <strong>{result.content}</strong>
      <Tabs
        key={result.id}
        label={result.name}
        items={items}
        initial={initial ?? 'insights'}
        onSelect={(id) => lastTabs.set(result.id, id)}
      />
      <Card>
        <Facts variant="lines" facts={facts} />
      </Card>
    </Stack>
  );
}
