import { act, render } from '@testing-library/react';
import axe from 'axe-core';
import { MemoryRouter } from 'react-router';
import { fixtures } from '../../gallery/fixtures.ts';

/** jsdom renders nothing: contrast and target size are checked in a browser (gallery.spec.ts). */
const OPTIONS: axe.RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  rules: {
    'color-contrast': { enabled: false },
    'page-has-heading-one': { enabled: false },
    region: { enabled: false },
  },
};

it('every fixture has a unique id', () => {
  const ids = fixtures.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

describe.each(fixtures.map((fixture) => [fixture.id, fixture] as const))('%s', (_, fixture) => {
  it('has no accessibility violations', async () => {
    document.title = 'Fixture';
    document.documentElement.lang = 'en';
    render(<MemoryRouter>{fixture.render()}</MemoryRouter>);
    // Some components settle after they are rendered (tabs, dialogs); let them do so while axe runs.
    const { violations } = await act(() => axe.run(document, OPTIONS));
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  });
});
