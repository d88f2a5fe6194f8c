import { sourceFixtures } from '../src/patient/source/fixtures.tsx';
import { actions } from '../src/ui/components/fixtures/actions.tsx';
import { cards } from '../src/ui/components/fixtures/cards.tsx';
import { frame } from '../src/ui/components/fixtures/frame.tsx';
import { states } from '../src/ui/components/fixtures/states.tsx';
import { onDemandFixtures } from '../src/ui/fixtures.tsx';
import { formFixtures } from '../src/ui/forms/fixtures.tsx';
import type { Fixture } from './fixture.ts';

/** Every state of every component. A fixture added to one of these lists is tested automatically. */
export const fixtures: readonly Fixture[] = [
  ...frame,
  ...actions,
  ...cards,
  ...states,
  ...sourceFixtures,
  ...formFixtures,
  ...onDemandFixtures,
];
