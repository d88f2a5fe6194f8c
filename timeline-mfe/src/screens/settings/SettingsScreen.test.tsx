import { screen, waitFor } from '@testing-library/react';
import { changeSettings, store } from 'shared-ui';
import { fakeApi, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const open = async () => {
  const user = await openRoutes(feature.routes, '/app/settings');
  await screen.findByRole('heading', { level: 1 });
  return user;
};

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en', theme: 'LIGHT', responsiveFontSizes: true });
  fakeApi({});
});

afterEach(() => changeSettings({ locale: 'en', theme: 'LIGHT', responsiveFontSizes: true }));

test('says that settings are limited to the demo', async () => {
  await open();
  expect(
    screen.getByText('This is a demo product. Your settings are limited to demo-applicable functions.'),
  ).toBeVisible();
});

test('the look changes at once and is kept', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('Dark'));
  expect(document.documentElement.dataset.theme).toBe('dark');
  expect(JSON.parse(localStorage.getItem('settings') ?? '{}')).toMatchObject({ theme: 'DARK' });
});

test('the text size can stay the same on every screen', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('Always the same'));
  expect(store.getState().settings.responsiveFontSizes).toBe(false);
  expect(document.documentElement.dataset.text).toBe('fixed');
});

test('the language changes at once', async () => {
  const user = await open();
  await user.click(screen.getByLabelText('Français'));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Paramètres'));
  expect(document.documentElement.lang).toBe('fr-CA');
});
