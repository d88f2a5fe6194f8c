import { screen } from '@testing-library/react';
import { store } from 'shared-ui';
import { fakeApi, openPage, openRoutes, setLocale } from 'shared-ui/testing';
import feature from '../../feature.tsx';

const REQUESTS = 'GET v1/desk/requests?status=sent&limit=50';
const ACCOUNTS = 'GET v1/desk/accounts?status=review&limit=50';

beforeEach(() => {
  openPage();
  setLocale('en');
});

test('the overview counts waiting requests and accounts and links to both lists', async () => {
  fakeApi({ [REQUESTS]: Array.from({ length: 50 }, (_, id) => ({ id: `${id}` })), [ACCOUNTS]: [{ id: 'one' }] });
  await openRoutes(feature.routes, '/desk');
  expect(await screen.findByRole('link', { name: /^Requests.*50 or more are waiting/ })).toHaveAttribute(
    'href',
    '/desk/requests',
  );
  expect(screen.getByRole('link', { name: /^Accounts.*1 is waiting/ })).toHaveAttribute('href', '/desk/accounts');
  expect(screen.getByRole('heading', { level: 1, name: 'Desk' })).toBeVisible();
});

test('OverviewScreen omits the counts when they can’t be fetched', async () => {
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
  fakeApi({});
  await openRoutes(feature.routes, '/desk');
  expect(screen.getByRole('link', { name: /^Patients Find or add/ })).toHaveAttribute('href', '/desk/patients');
  expect(screen.queryByText(/waiting/)).toBeNull();
});

test('DeskFrame links to the desk pages that other remotes declare', async () => {
  fakeApi({ [REQUESTS]: [], [ACCOUNTS]: [] });
  await openRoutes(feature.routes, '/desk', [{ path: '/pharmacy', label: 'Pharmacy', drawing: undefined }]);
  expect(screen.getByRole('link', { name: 'Pharmacy' })).toHaveAttribute('href', '/pharmacy');
  expect(screen.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page');
});

test('DeskFrame switches the language', async () => {
  fakeApi({ [REQUESTS]: [], [ACCOUNTS]: [] });
  const user = await openRoutes(feature.routes, '/desk');
  await user.click(screen.getByRole('button', { name: 'Français' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Comptoir' })).toBeVisible();
});

test('DeskFrame opens the demo in a browser that has not passed the tutorial offer', async () => {
  fakeApi({ [REQUESTS]: [], [ACCOUNTS]: [] });
  const user = await openRoutes([...feature.routes, { path: 'app', element: <p /> }], '/desk');
  await user.click(screen.getByRole('button', { name: 'What patients see' }));
  expect(location.pathname).toBe('/app');
  expect(store.getState().settings.isUserValidated).toBe(true);
});

test('DeskFrame signs the user out', async () => {
  fakeApi({ [REQUESTS]: [], [ACCOUNTS]: [], 'DELETE v1/sessions': undefined });
  const user = await openRoutes(feature.routes, '/desk');
  await user.click(screen.getByRole('button', { name: 'Log out' }));
  expect(store.getState().session.status).toBe('anonymous');
});

test('an unknown desk path redirects to the overview', async () => {
  fakeApi({ [REQUESTS]: [], [ACCOUNTS]: [] });
  await openRoutes(feature.routes, '/desk/nowhere');
  expect(location.pathname).toBe('/desk');
});
