import { act } from '@testing-library/react';
import axe, { type AxeResults } from 'axe-core';

/** Resolves with what axe finds wrong with the page; colours and sizes need a browser. */
export async function axeViolations(): Promise<string[]> {
  const rules = { 'color-contrast': { enabled: false }, 'target-size': { enabled: false }, region: { enabled: false } };
  const run = async (): Promise<AxeResults> => axe.run(document.body, { rules });
  const { violations } = await act(run);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
