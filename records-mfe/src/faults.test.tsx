import { screen, waitFor } from '@testing-library/react';
import {
  API_FAULT_NAMES,
  breakApi,
  fakeApi,
  jordan,
  maya,
  openPage,
  openRoutes,
  pathsOf,
  pretendVisible,
  untranslatedShown,
} from 'shared-ui/testing';
import feature from './feature.tsx';
import { goingHome } from './testing/going-home.ts';
import { about, source } from './testing/hospital-record.ts';
import { blood, NOT_SHARED, openScreen, plan, routes, sharedBy } from './testing/records.ts';
import { documents, letter, observations } from './testing/series.ts';

pretendVisible();

const RECORD = {
  'GET v1/profiles/1/observations': observations(),
  'GET v1/profiles/1/observations?code=718-7': observations(),
  'GET v1/profiles/1/documents': documents([letter({ media: null, cannotOpen: 'damaged' })]),
  'GET v1/profiles/1/medications': { source, medications: [] },
  'GET v1/profiles/1/appointments': { source, appointments: [] },
  'GET v1/profiles/1/care-team': { source, people: [], now: null },
  'GET v1/profiles/1/about': about(),
  'GET v1/profiles/1/going-home': goingHome,
  'GET v1/profiles/1/requests': [],
};

const IDS: Record<string, string> = {
  profileId: '1',
  resultId: blood.id,
  carePlanId: plan.id,
  code: '718-7',
  documentId: 'letter',
};
const PATHS = pathsOf(feature.routes).map((path) => `/${path.replace(/:(\w+)/g, (_, name) => IDS[name] ?? '')}`);

beforeEach(openPage);

describe.each(API_FAULT_NAMES)('%s', (fault) => {
  test.each(PATHS)('%s keeps its heading, shows one error and recovers on retry', async (path) => {
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

test.each(PATHS)('%s shows no words that no catalogue has', async (path) => {
  fakeApi({ ...routes([blood], [plan]), ...RECORD });
  await openRoutes(feature.routes, path);
  await screen.findByRole('heading', { level: 1 });
  expect(await untranslatedShown()).toEqual([]);
});

describe('to a supporter', () => {
  const withdrawn = sharedBy({ medicalRecords: false, statusUpdates: false });
  const refused = Object.fromEntries(
    ['observations', 'observations?code=718-7', 'documents', 'medications', 'care-team', 'about', 'going-home'].map(
      (part) => [`GET v1/profiles/2/${part}`, NOT_SHARED],
    ),
  );

  test.each([
    ...['results', 'care-plans', 'records'].map((path) => [path, withdrawn] as const),
    ...[
      'observations',
      'observations/718-7',
      'documents',
      'documents/x',
      'medications',
      'medications/check',
      'care-team',
      'about',
    ].map((path) => [path, [jordan, maya]] as const),
    ['going-home', [jordan, maya]] as const,
  ])('%s says that it isn’t shared', async (path, profiles) => {
    await openScreen(path, { 'GET v1/profiles': profiles, ...refused }, 2);
    expect(await screen.findByRole('heading', { name: 'Maya isn’t sharing this with you' })).toBeVisible();
    expect(screen.queryByRole('link')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test.each(['results/ecg', 'care-plans/plan'])('%s says that the patient no longer shares it', async (path) => {
    await openScreen(path, { 'GET v1/profiles': withdrawn, [`GET v1/${path}`]: NOT_SHARED }, 2);
    expect(await screen.findByRole('heading', { name: 'Maya no longer shares this with you' })).toBeVisible();
    expect(screen.queryByText(/is no longer here/)).not.toBeInTheDocument();
  });
});
