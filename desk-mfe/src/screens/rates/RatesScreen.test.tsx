import { screen, within } from '@testing-library/react';
import { fakeApi } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openDesk, setUpDesk } from '../../testing/screens.ts';

setUpDesk();

const rate = { month: '2026-10', ward: '4A', kind: 'worry', asked: 40, answered: 20, worried: 5 };
const few = { month: '2026-10', ward: '4B', kind: 'worry', asked: 9, answered: 8, worried: null };

test('RatesScreen shows counts and shares by month and ward, and no count below five', async () => {
  const open = { ended: null, minutesToEnd: null };
  fakeApi({
    'GET v1/desk/daily-rates': [
      { ...rate, ended: 5, minutesToEnd: 30 },
      { ...few, ...open },
    ],
  });
  await openDesk('/desk/rates');
  const cells = async (name: RegExp) =>
    within(await screen.findByRole('row', { name }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(await cells(/Ward 4A/)).toEqual(['What worries you?', '40', '20', '5 (25%)', '5', '30']);
  expect(await cells(/Ward 4B/)).toEqual(['What worries you?', '9', '8', 'Under 5', 'Under 5', 'Under 5']);
  expect(await axeViolations()).toEqual([]);
});
