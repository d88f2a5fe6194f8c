import { screen } from '@testing-library/react';
import { changeSettings, paths, store } from 'shared-ui';
import { openAsVisitor, show } from '../../testing/show.tsx';
import TutorialScreen from './TutorialScreen.tsx';

beforeEach(() => {
  openAsVisitor();
  changeSettings({ isUserValidated: true, viewTutorial: true });
});

const open = async () => (await show(<TutorialScreen />, paths.onboarding.tutorial)).user;
const press = (name: string) => screen.getByRole('button', { name });

test('TutorialScreen has twelve steps, and "start" on the last clears viewTutorial and opens the app', async () => {
  const user = await open();
  const titles = new Set<string | null>();
  for (let step = 1; step <= 12; step += 1) {
    expect(screen.getByText(`Step ${step} of 12`)).toBeVisible();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading).toHaveFocus();
    titles.add(heading.textContent);
    if (step < 12) await user.click(press('Next'));
  }
  expect(titles.size).toBe(12);
  expect(store.getState().settings.viewTutorial).toBe(true);
  await user.click(press('start'));
  expect(store.getState().settings.viewTutorial).toBe(false);
  expect(location.pathname).toBe(paths.app.root);
});

test('TutorialScreen offers the settings on the last step, which ends the tutorial', async () => {
  const user = await open();
  const SETTINGS = 'Choose language, text size and appearance first';
  expect(screen.queryByRole('button', { name: 'Previous' })).toBeNull();
  for (let step = 1; step < 12; step += 1) {
    expect(screen.queryByRole('button', { name: SETTINGS })).not.toBeInTheDocument();
    await user.click(press('Next'));
  }
  await user.click(press('Previous'));
  expect(screen.getByText('Step 11 of 12')).toBeVisible();
  await user.click(press('Next'));
  await user.click(press(SETTINGS));
  expect(location.pathname).toBe(paths.app.settings);
  expect(store.getState().settings.viewTutorial).toBe(false);
});
