import { screen } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { patient } from 'shared-ui/testing';
import { reloadPage } from '../../page.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import TutorialOfferScreen from './TutorialOfferScreen.tsx';

jest.mock('../../page.ts', () => ({ reloadPage: jest.fn() }));

beforeEach(openAsVisitor);

async function answer(name: string, statusId = 1) {
  openSession({ token: 'secret', user: { ...patient, statusId } });
  const { user } = await show(<TutorialOfferScreen />, paths.onboarding.tutorialOffer);
  await user.click(screen.getByRole('button', { name }));
}

test('TutorialOfferScreen opens the tutorial on Ok', async () => {
  await answer('Ok');
  expect(store.getState().settings).toMatchObject({ isUserValidated: true, viewTutorial: true });
  expect(location.pathname).toBe(paths.onboarding.tutorial);
  expect(reloadPage).not.toHaveBeenCalled();
});

test('TutorialOfferScreen opens the app on Skip Tutorial', async () => {
  await answer('Skip Tutorial');
  expect(store.getState().settings).toMatchObject({ isUserValidated: true, viewTutorial: false });
  expect(location.pathname).toBe(paths.app.root);
});

test('TutorialOfferScreen reloads the page on Ok when the trial has expired', async () => {
  await answer('Ok', 6);
  expect(reloadPage).toHaveBeenCalledTimes(1);
});

test.each([
  ['professional', 1],
  ['staff', 1],
  ['patient', 0],
])('TutorialOfferScreen for a %s account shows the note about patient content %i times', async (roleType, times) => {
  openSession({ token: 'secret', user: { ...patient, roleType } });
  await show(<TutorialOfferScreen />, paths.onboarding.tutorialOffer);
  expect(screen.queryAllByText(/show what a patient would see/)).toHaveLength(times);
});
