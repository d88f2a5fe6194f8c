import { screen } from '@testing-library/react';
import { paths } from 'shared-ui';
import { openAsHospital } from 'shared-ui/testing';
import { openAsVisitor, show } from '../../testing/show.tsx';
import { ChoiceScreen } from './ChoiceScreen.tsx';

beforeEach(openAsVisitor);

/** Returns the link texts of each list, in order. */
const lists = () =>
  screen.getAllByRole('list').map((list) => [...list.querySelectorAll('a')].map((link) => link.textContent));

test('ChoiceScreen shows the two choices first, and the three other links under them', async () => {
  await show(<ChoiceScreen />, paths.onboarding.choice);
  expect(lists()).toEqual([
    [expect.stringMatching(/^patient/), expect.stringMatching(/^hospital professional/)],
    ['I have a wristband', 'I was invited', 'I already have an account'],
  ]);
});

test('ChoiceScreen of a hospital shows patients and supporters first', async () => {
  openAsHospital();
  await show(<ChoiceScreen />, paths.onboarding.choice);
  expect(lists()).toEqual([
    ['I have a wristband', 'I was invited', 'I already have an account'],
    [expect.stringMatching(/^hospital professional/)],
  ]);
});
