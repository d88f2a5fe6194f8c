import { screen } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { patient } from 'shared-ui/testing';
import { reloadPage } from '../../page.ts';
import { openAsVisitor, show } from '../../testing/show.tsx';
import TutorialOfferScreen from './TutorialOfferScreen.tsx';

jest.mock('../../page.ts', () => ({ reloadPage: jest.fn() }));

beforeEach(openAsVisitor);

test.each([
  ['Ok', 1, paths.onboarding.tutorial, 0],
  ['Skip Tutorial', 1, paths.app.root, 0],
  ['Ok', 6, paths.onboarding.tutorialOffer, 1],
])(
  'TutorialOfferScreen on %s with status %i leads to %s, reloading it %i times',
  async (name, statusId, path, reloads) => {
    jest.mocked(reloadPage).mockClear();
    openSession({ token: 'secret', user: { ...patient, statusId } });
    const { user } = await show(<TutorialOfferScreen />, paths.onboarding.tutorialOffer);
    await user.click(screen.getByRole('button', { name }));
    expect(store.getState().settings).toMatchObject({ isUserValidated: true, viewTutorial: name === 'Ok' });
    expect(location.pathname).toBe(path);
    expect(reloadPage).toHaveBeenCalledTimes(reloads);
  },
);

test.each([
  ['professional', 1],
  ['staff', 1],
  ['patient', 0],
])('TutorialOfferScreen for a %s account shows the note about patient content %i times', async (roleType, times) => {
  openSession({ token: 'secret', user: { ...patient, roleType } });
  await show(<TutorialOfferScreen />, paths.onboarding.tutorialOffer);
  expect(screen.queryAllByText(/show what a patient would see/)).toHaveLength(times);
});
