import { screen } from '@testing-library/react';
import { maya, openPage, openRoutes, store, supporter } from '../../testing/index.ts';
import { AskHospital, type AskHospitalProps } from './AskHospital.tsx';

beforeEach(openPage);

test.each<[AskHospitalProps['type'], string]>([
  ['event', 'Ask about this'],
  ['result', 'Ask about this result'],
  ['care-plan', 'Ask about this care plan'],
])('AskHospital links to the request forms about an item of type %s', async (type, question) => {
  await openRoutes([{ path: '/profile/:profileId', element: <AskHospital type={type} id="a b" /> }], '/profile/2');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  const about = `type=${type}&id=a+b`;
  expect(links).toEqual([
    [question, `/profile/2/requests/new?kind=question&${about}`],
    ['Ask at the next visit', `/profile/2/plan/question?${about}`],
    ['This is wrong', `/profile/2/requests/new?kind=correction&${about}`],
    ['I need something', `/profile/2/requests/new?kind=request&${about}`],
    ['My requests', '/profile/2/requests'],
  ]);
  expect(screen.getByRole('heading', { name: 'Ask the hospital' })).toBeVisible();
});

test('AskHospital offers nothing to a supporter who may not ask', async () => {
  const permissions = { ...supporter({ id: 's' }).permissions, feedback: false };
  store.setState(({ profiles }) => ({ profiles: { ...profiles, list: [{ ...maya, permissions }] } }));
  await openRoutes([{ path: '/profile/:profileId', element: <AskHospital type="result" id="a" /> }], '/profile/2');
  expect(screen.queryByRole('link')).not.toBeInTheDocument();
});
