import { act } from '@testing-library/react';
import axe, { type AxeResults } from 'axe-core';

/** Rules that need a browser: they look at colours, sizes, or drawn letters. */
const BROWSER_RULES = ['color-contrast', 'label-content-name-mismatch', 'region', 'target-size'];

/** Resolves with what axe finds wrong with the page. */
export async function axeViolations(): Promise<string[]> {
  const rules = Object.fromEntries(BROWSER_RULES.map((rule) => [rule, { enabled: false }]));
  const run = async (): Promise<AxeResults> => axe.run(document.body, { rules });
  const { violations } = await act(run);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
