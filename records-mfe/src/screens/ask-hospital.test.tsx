import { screen } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { fakeApi, openPage, openRoutes } from 'shared-ui/testing';
import feature from '../feature.tsx';
import { blood, plan, routes } from '../testing/records.ts';

const home = { path: '/app', element: null };

beforeEach(() => {
  openPage();
  changeSettings({ locale: 'en' });
  fakeApi(routes([blood], [plan]));
});

test.each([
  ['a result', `results/${blood.id}`, 'Ask about this result', `type=result&id=${blood.id}`],
  ['a care plan', `care-plans/${plan.id}`, 'Ask about this care plan', `type=care-plan&id=${plan.id}`],
])('AskHospital links to the request forms from %s', async (_what, path, name, about) => {
  await openRoutes([...feature.routes, home], `/profile/1/${path}`);
  const form = '/profile/1/requests/new?kind=';
  expect(await screen.findByRole('link', { name })).toHaveAttribute('href', `${form}question&${about}`);
  expect(screen.getByRole('link', { name: 'This is wrong' })).toHaveAttribute('href', `${form}correction&${about}`);
  expect(screen.getByRole('link', { name: 'I need something' })).toHaveAttribute('href', `${form}request&${about}`);
  expect(screen.getByRole('link', { name: 'My requests' })).toHaveAttribute('href', '/profile/1/requests');
});
