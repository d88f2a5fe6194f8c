import { screen, waitFor, within } from '@testing-library/react';
import { openAsHospital, openPage } from 'shared-ui/testing';
import { axeViolations } from 'shared-ui/testing/axe';
import { openScreen, plan } from '../../testing/records.ts';

const open = (rest = '', plans = [plan]) => openScreen(`care-plans${rest}`, { 'GET v1/care-plans': plans });

beforeEach(openPage);

test('CarePlansScreen lists the care plans with duration and doctor, and opens one', async () => {
  const user = await open();
  expect(screen.getByRole('heading', { level: 1, name: 'My Care Plans' })).toBeVisible();
  await user.click(await screen.findByRole('link', { name: /chest cold.*7 days · Dr. Helen Park/ }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Recovering from a chest cold' })).toBeVisible();
  expect(location.pathname).toBe('/profile/1/care-plans/plan');
});

test('CarePlanScreen shows duration, doctor and accordion sections', async () => {
  const user = await open('/plan');
  expect(await screen.findByText('7 days')).toBeVisible();
  expect(screen.getByText('Dr. Helen Park')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Rest' })).toHaveAttribute('aria-expanded', 'true');
  await user.click(screen.getByRole('button', { name: 'Drinking' }));
  await waitFor(() => expect(screen.getByText('Drink six to eight glasses a day.')).toBeVisible());
});

test('CarePlanScreen shows signs of danger first, open and with whom to call', async () => {
  const danger = { title: 'Come back at once if', comments: 'you are hard to wake.', kind: 'warning' as const };
  await open('/plan', [{ ...plan, data: { ...plan.data, carePlans: [...plan.data.carePlans, danger] } }]);
  const warnings = await screen.findByRole('region', { name: 'Watch out for' });
  expect(within(warnings).getByRole('heading', { name: 'Come back at once if' })).toBeVisible();
  expect(within(warnings).getByText('you are hard to wake.')).toBeVisible();
  expect(within(warnings).getByText('In an emergency: call 911')).toBeVisible();
  expect(within(warnings).getAllByRole('link')[0]).toHaveAttribute('href', expect.stringMatching(/^tel:/));
  expect(warnings.compareDocumentPosition(screen.getByText('7 days'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByRole('button', { name: 'Come back at once if' })).toBeNull();
});

test('CarePlanScreen shows plans for the same condition as one, with where each part is from', async () => {
  const head = (id: string, title: string, doctor: string) => ({ id, title, doctor, duration: '' });
  const carePlans = [
    { title: 'Walk', comments: '', source: 0 },
    { title: 'Don’t walk', comments: 'For a week', source: 1, kind: 'warning' as const },
  ];
  const sources = [head('plan', 'Clinic', 'Dr. Park'), head('other', 'Ward', 'Dr. Lee')];
  await open('/other', [{ ...plan, data: { ...plan.data, title: 'Clinic', carePlans, sources } }]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Clinic' })).toBeVisible();
  const warnings = screen.getByRole('region', { name: 'Watch out for' });
  expect(within(warnings).getByText('From: Ward, Dr. Lee')).toBeVisible();
  expect(screen.getByText('2 plans for the same condition')).toBeVisible();
  expect(screen.getByText(/If parts don’t agree, ask your care team/)).toBeVisible();
  await waitFor(() => expect(screen.getByText('From: Clinic, Dr. Park')).toBeVisible());
  expect(await axeViolations()).toEqual([]);
});

test('CarePlanScreen marks the hospital’s words in another language', async () => {
  const lines = [
    { title: 'Repos', comments: 'Dormez assez.', languages: { title: 'fr', comments: 'fr' } },
    { title: 'Marcher', comments: 'Once a day', languages: { title: 'fr' } },
  ];
  await open('/plan', [{ ...plan, data: { ...plan.data, languages: { title: 'fr' }, carePlans: lines } }]);
  await screen.findByText('Repos');
  const langs = ['Repos', 'Dormez assez.', 'Marcher', 'Once a day', '7 days'].map((text) =>
    screen.getByText(text).closest('[lang]')?.getAttribute('lang'),
  );
  expect(langs).toEqual(['fr', 'fr', 'fr', 'en-CA', 'en-CA']);
  expect(screen.getByText('In the hospital’s words (French)')).toBeVisible();
});

test('CarePlanScreen shows the hospital’s digital resources as disabled', async () => {
  const user = await open('/plan');
  const section = await screen.findByRole('button', { name: /Hospital Digital Resources/ });
  await user.click(section);
  expect(section).toHaveAttribute('aria-disabled', 'true');
  expect(section).toHaveAttribute('aria-expanded', 'false');
});

test('CarePlanScreen of a hospital lists no digital resources, which it doesn’t have', async () => {
  openAsHospital();
  await open('/plan');
  expect(await screen.findByText('7 days')).toBeVisible();
  expect(screen.queryByRole('button', { name: /Hospital Digital Resources/ })).toBeNull();
});

test.each([
  ['there is none', '', 'No care plans to show yet'],
  ['one is missing', '/unknown', 'This care plan is no longer here'],
])('care plans: the screen says that %s', async (_, rest, title) => {
  await open(rest, rest ? [plan] : []);
  expect(await screen.findByRole('heading', { name: title })).toBeVisible();
});
