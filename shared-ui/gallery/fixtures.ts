import { animationFixtures } from '../src/ui/animation/fixtures.tsx';
import { comboboxFixtures } from '../src/ui/combobox/fixtures.tsx';
import { componentFixtures } from '../src/ui/components/fixtures/index.ts';
import { dialogFixtures } from '../src/ui/dialog/fixtures.tsx';
import { disclosureFixtures } from '../src/ui/disclosure/fixtures.tsx';
import { formFixtures } from '../src/ui/forms/fixtures.tsx';
import { tabsFixtures } from '../src/ui/tabs/fixtures.tsx';
import type { Fixture } from './fixture.ts';

/** Every state of every component. A fixture added to one of these lists is tested automatically. */
export const fixtures: readonly Fixture[] = [
  ...componentFixtures,
  ...formFixtures,
  ...dialogFixtures,
  ...tabsFixtures,
  ...comboboxFixtures,
  ...disclosureFixtures,
  ...animationFixtures,
];
