import { screen } from '@testing-library/react';
import { changeSettings, paths } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import { ChoiceScreen } from './ChoiceScreen.tsx';

beforeEach(openAsVisitor);

const open = () => show(<ChoiceScreen />, paths.onboarding.choice);

/** Returns the link texts of each list, in order. */
const lists = () =>
  screen.getAllByRole('list').map((list) => [...list.querySelectorAll('a')].map((link) => link.textContent));

test('ChoiceScreen shows the two choices first, and the three other links under them', async () => {
  await open();
  expect(lists()).toEqual([
    [expect.stringMatching(/^patient/), expect.stringMatching(/^hospital professional/)],
    ['I have a wristband', 'I was invited', 'I already have an account'],
  ]);
});

test('ChoiceScreen shows the same in French', async () => {
  changeSettings({ locale: 'fr' });
  await open();
  expect(lists()).toEqual([
    [expect.stringMatching(/^patient/), expect.stringMatching(/^professionnel de l’hôpital/)],
    ['J’ai un bracelet', 'J’ai une invitation', 'J’ai déjà un compte'],
  ]);
});
