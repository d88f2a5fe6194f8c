import { screen, waitFor } from '@testing-library/react';
import { API_FAULT_NAMES, breakApi, fakeApi, openPage, openRoutes, pathsOf, pretendVisible } from 'shared-ui/testing';
import feature from './feature.tsx';
import { goingHome } from './testing/going-home.ts';
import { about, source } from './testing/hospital-record.ts';
import { blood, plan, routes } from './testing/records.ts';
import { documents, letter, observations } from './testing/series.ts';

pretendVisible();

const RECORD = {
  'GET v1/profiles/1/observations': observations(),
  'GET v1/profiles/1/observations?code=718-7': observations(),
  'GET v1/profiles/1/documents': documents([letter({ media: null, cannotOpen: 'damaged' })]),
  'GET v1/profiles/1/medications': { source, medications: [] },
  'GET v1/profiles/1/care-team': { source, people: [], now: null },
  'GET v1/profiles/1/about': about(),
  'GET v1/profiles/1/going-home': goingHome,
  'GET v1/profiles/1/requests': [],
};

/** Path to open for each route. */
const ROWS: Record<string, string> = {
  'profile/:profileId/results': '/profile/1/results',
  'profile/:profileId/results/:resultId': `/profile/1/results/${blood.id}`,
  'profile/:profileId/care-plans': '/profile/1/care-plans',
  'profile/:profileId/care-plans/:carePlanId': `/profile/1/care-plans/${plan.id}`,
  'profile/:profileId/records': '/profile/1/records',
  'profile/:profileId/observations': '/profile/1/observations',
  'profile/:profileId/observations/:code': '/profile/1/observations/718-7',
  'profile/:profileId/documents': '/profile/1/documents',
  'profile/:profileId/documents/:documentId': '/profile/1/documents/letter',
  'profile/:profileId/going-home': '/profile/1/going-home',
  'profile/:profileId/medications': '/profile/1/medications',
  'profile/:profileId/care-team': '/profile/1/care-team',
  'profile/:profileId/about': '/profile/1/about',
};

beforeEach(() => {
  openPage();
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

test('every route has a path to test', () => {
  expect(Object.keys(ROWS).sort()).toEqual(pathsOf(feature.routes).sort());
});

describe.each(API_FAULT_NAMES)('%s', (fault) => {
  test.each(Object.entries(ROWS))('%s keeps its heading, shows one error and recovers on retry', async (_, path) => {
    breakApi(fault);
    const user = await openRoutes(feature.routes, path);
    expect(await screen.findByRole('heading', { level: 1 })).not.toBeEmptyDOMElement();
    expect(await screen.findAllByRole('alert')).toHaveLength(1);
    fakeApi({ ...routes([blood], [plan]), ...RECORD });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { level: 1 })).toBeVisible();
  });
});
