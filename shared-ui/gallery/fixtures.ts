import { animationFixtures } from '../src/animation/fixtures.tsx';
import { comboboxFixtures } from '../src/combobox/fixtures.tsx';
import { componentFixtures } from '../src/components/fixtures/index.ts';
import { dialogFixtures } from '../src/dialog/fixtures.tsx';
import { disclosureFixtures } from '../src/disclosure/fixtures.tsx';
import { formFixtures } from '../src/forms/fixtures.tsx';
import { tabsFixtures } from '../src/tabs/fixtures.tsx';
import type { Fixture } from './fixture.ts';

/** Every state of every component. A new example here is tested for free. */
export const fixtures: readonly Fixture[] = [
  ...componentFixtures,
  ...formFixtures,
  ...dialogFixtures,
  ...tabsFixtures,
  ...comboboxFixtures,
  ...disclosureFixtures,
  ...animationFixtures,
];
