import type { Result } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { Card, Stack, useText } from 'shared-ui';
import { Facts } from 'shared-ui/details';
import { type TabItem, Tabs } from 'shared-ui/tabs';
import { GlossaryProvider } from '../../../components/glossary/GlossaryText.tsx';
import PdfFile from '../../../components/pdf/PdfFile.tsx';
import { words } from '../../../words.ts';
import { RESULT_TYPE, useReportFacts } from '../parts.tsx';
import { InsightsView, ReportInsights } from './Insights.tsx';
import { QuestionsView } from './QuestionsView.tsx';

/** Tabs that were opened last, by result id, until the page is reloaded. */
const lastTabs = new Map<string, string>();

interface TabbedResultProps {
  result: Result;
  /** Tab that the address names. */
  tab?: string | undefined;
  /** The report, unless it is a PDF. */
  children?: ReactNode;
}

/** A result that comes with questions: the hospital's report, the same in plain words, and questions for the doctor. */
export default function TabbedResult({ result, tab, children }: TabbedResultProps) {
  if (result.type === RESULT_TYPE.BRAIN) return <BrainResult result={result} tab={tab} />;
  return (
    <GlossaryProvider>
      <Report result={result} tab={tab}>
        {children}
      </Report>
    </GlossaryProvider>
  );
}

interface ResultTabsProps extends Omit<TabbedResultProps, 'children'> {
  items: TabItem[];
  /** Tab that opens without another wish. */
  first: string;
}

/** Opens the tab that the address names, else the last one that was opened, else the first. */
function ResultTabs({ result, tab, items, first }: ResultTabsProps) {
  const initial = [tab, lastTabs.get(result.id)].find((wanted) => items.some(({ id }) => id === wanted));
  return (
    <Tabs
      key={result.id}
      label={result.name}
      items={items}
      initial={initial ?? first}
      onSelect={(id) => lastTabs.set(result.id, id)}
    />
  );
}

const isPdf = ({ type }: Result['media'][number]) => type === 'application/pdf';

/** A brain scan, whose summary and explanations were written for it: these open first. */
function BrainResult({ result, tab }: TabbedResultProps) {
  const t = useText(words);
  const report = result.media.find(isPdf);
  const facts = useReportFacts(result);
  const items = [
    ...(report ? [{ id: 'pdf', label: t('tabs.pdf'), panel: <PdfFile media={report} /> }] : []),
    { id: 'insights', label: t('tabs.insights'), panel: <InsightsView resultId={result.id} /> },
    { id: 'questions', label: t('tabs.questions'), panel: <QuestionsView result={result} /> },
  ];
  return (
    <Stack>
      <strong>{result.content}</strong>
      <ResultTabs result={result} tab={tab} items={items} first="insights" />
      <Card>
        <Facts variant="lines" facts={facts} />
      </Card>
    </Stack>
  );
}

/** A report of the hospital, which opens first. */
function Report({ result, tab, children }: TabbedResultProps) {
  const t = useText(words);
  const items = [
    { id: 'pdf', label: result.media.some(isPdf) ? t('tabs.pdf') : t('tabs.report'), panel: children },
    { id: 'insights', label: t('tabs.insights'), panel: <ReportInsights result={result} /> },
    { id: 'questions', label: t('tabs.questions'), panel: <QuestionsView result={result} /> },
  ];
  return <ResultTabs result={result} tab={tab} items={items} first="pdf" />;
}
