import type { Fixture } from '../../../gallery/fixture.ts';
import { Animation } from './index.ts';

export const animationFixtures: Fixture[] = [
  { id: 'animation--scan-success', render: () => <Animation name="scan-success" width={260} /> },
  { id: 'animation--loader', render: () => <Animation name="loader" width={160} /> },
  { id: 'animation--compass', render: () => <Animation name="compass" width={360} /> },
];
