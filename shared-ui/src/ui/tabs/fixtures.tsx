import type { Fixture } from '../../../gallery/fixture.ts';
import { Tabs } from './index.ts';

const ITEMS = [
  { id: 'pdf', label: 'PDF File', panel: <p>The report of your scan, as the radiologist wrote it.</p> },
  { id: 'insights', label: 'Insights', panel: <p>What the report says, in plain words.</p> },
  { id: 'questions', label: 'Questions', panel: <p>Ten questions you may want to ask your doctor.</p> },
];

export const tabsFixtures: Fixture[] = [
  { id: 'tabs--first', render: () => <Tabs label="Brain scan" items={ITEMS} /> },
  { id: 'tabs--second', render: () => <Tabs label="Brain scan" items={ITEMS} initial="insights" /> },
];
