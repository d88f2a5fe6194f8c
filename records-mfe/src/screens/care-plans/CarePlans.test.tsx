import { screen, waitFor } from '@testing-library/react';
import { fakeApi, jordan, maya, openPage, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../../feature.tsx';
import { plan, routes } from '../../testing/records.ts';

const open = (rest = '') => openRoutes(feature.routes, `/profile/1/care-plans${rest}`);

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('CarePlansScreen lists the care plans with duration and doctor, and opens one', async () => {
  fakeApi(routes([], [plan]));
  const user = await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Care Plans' })).toBeVisible();
  await user.click(await screen.findByRole('link', { name: /chest cold.*7 days · Dr. Helen Park/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Recovering from a chest cold' })).toBeVisible();
  expect(location.pathname).toBe('/profile/1/care-plans/plan');
});

test('CarePlanScreen shows duration, doctor and accordion sections', async () => {
  fakeApi(routes([], [plan]));
  const user = await open('/plan');
  expect(await screen.findByText('7 days')).toBeVisible();
  expect(screen.getByText('Dr. Helen Park')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rest' })).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('button', { name: 'Drinking' }));
  await waitFor(() => expect(screen.getByText('Drink six to eight glasses a day.')).toBeVisible());
});

test('CarePlanScreen marks the hospital’s words in another language', async () => {
  const lines = [
    { title: 'Repos', comments: 'Dormez assez.', languages: { title: 'fr', comments: 'fr' } },
    { title: 'Marcher', comments: 'Once a day', languages: { title: 'fr' } },
  ];
  const data = { ...plan.data, languages: { title: 'fr' }, carePlans: lines };
  fakeApi(routes([], [{ ...plan, data }]));
  await open('/plan');
  const langOf = (element: HTMLElement) => element.closest('[lang]')?.getAttribute('lang');
  expect(langOf(await screen.findByText('Repos'))).toBe('fr');
  expect(langOf(screen.getByText('Dormez assez.'))).toBe('fr');
  expect(langOf(screen.getByText('Marcher'))).toBe('fr');
  expect(langOf(screen.getByText('Once a day'))).toBe('en-CA');
  expect(langOf(screen.getByText('7 days'))).toBeUndefined();
  expect(screen.getByText('In the hospital’s words (French)')).toBeVisible();
});

test('CarePlanScreen shows the hospital’s digital resources as disabled', async () => {
  fakeApi(routes([], [plan]));
  const user = await open('/plan');
  const section = await screen.findByRole('button', { name: /Hospital Digital Resources/ });
  await user.click(section);
  expect(section).toHaveAttribute('aria-disabled', 'true');
  expect(section).toHaveAttribute('aria-expanded', 'false');
});

test('CarePlansScreen shows an empty state when there are no care plans', async () => {
  fakeApi(routes([], []));
  await open();
  expect(await screen.findByRole('heading', { name: 'No care plans yet' })).toBeVisible();
});

test('CarePlanScreen shows a not-found message when the care plan does not exist', async () => {
  fakeApi(routes([], [plan]));
  await open('/unknown');
  expect(await screen.findByRole('heading', { name: 'This care plan is no longer here' })).toBeVisible();
});

test('CarePlansScreen shows an error when the care plans can’t be fetched', async () => {
  fakeApi({});
  await open();
  expect(await screen.findByRole('alert')).toHaveTextContent('Your care plans can’t be shown just now');
});

describe('of a patient who has withdrawn the permission', () => {
  const permissions = { ...supporter({ id: 's' }).permissions, medicalRecords: false };
  const withdrawn = {
    ...routes([], []),
    'GET v1/profiles': [jordan, { ...maya, permissions }],
    'GET v1/care-plans/plan': { status: 404, body: { error: { code: 'NOT_SHARED', message: '' } } },
  };

  test('CarePlanScreen says that the patient no longer shares it', async () => {
    fakeApi(withdrawn);
    await openRoutes([...feature.routes, { path: '/app', element: null }], '/profile/2/care-plans/plan');
    expect(await screen.findByRole('heading', { name: 'Maya no longer shares this with you' })).toBeVisible();
  });

  test.each(['results', 'care-plans'])('the list of %s says that it isn’t shared', async (list) => {
    fakeApi(withdrawn);
    await openRoutes([...feature.routes, { path: '/app', element: null }], `/profile/2/${list}`);
    expect(await screen.findByRole('heading', { name: 'Maya isn’t sharing this with you' })).toBeVisible();
  });
});
