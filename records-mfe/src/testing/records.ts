import type { CarePlan, Result } from 'mock-api/contract';
import { fakeApi, jordan, maya, openRoutes, supporter } from 'shared-ui/testing';
import feature from '../feature.tsx';
import { RESULT_TYPE } from '../screens/result/parts.tsx';
import { between, measured, observation } from './values.ts';

export const blood: Result = {
  id: 'blood',
  profileId: 1,
  type: RESULT_TYPE.BLOOD,
  name: 'Blood test',
  content: 'Three of your four values are in the normal range.',
  completedAt: 'Northside General Hospital',
  performedAt: '2020-03-16T14:10:00.000Z',
  resultsAt: '2020-03-16T15:20:00.000Z',
  performer: 'Dr. Amara Osei',
  conclusion: 'Your white blood cells were a little high.',
  observations: [
    measured(11.8, 'above'),
    observation({
      id: 'rbc',
      code: 'RBC',
      display: 'Red blood cells',
      valueQuantity: { value: 4.9, unit: '×10¹²/L' },
      referenceRange: between(4.3, 5.7),
    }),
  ],
  media: [],
  questions: [],
};

export const ecg: Result = {
  ...blood,
  id: 'ecg',
  type: RESULT_TYPE.ELECTROCARDIOGRAM,
  name: 'ECG',
  content: 'Your heart beats regularly.',
  conclusion: 'Your heartbeat was regular.',
  observations: [
    observation({
      id: 'rhythm',
      display: 'Heart rhythm',
      valueQuantity: null,
      valueString: 'Regular (sinus rhythm)',
      referenceRange: between(null, null, 'Regular'),
      verdict: null,
    }),
  ],
};

export const plan: CarePlan = {
  id: 'plan',
  profileId: 1,
  data: {
    title: 'Recovering from a chest cold',
    doctor: 'Dr. Helen Park',
    duration: '7 days',
    carePlans: [
      { title: 'Rest', comments: 'Sleep as much as you need.' },
      { title: 'Drinking', comments: 'Drink six to eight glasses a day.' },
    ],
  },
};

/** Returns the API's responses for these records. */
export const routes = (results: unknown, carePlans: unknown, events: unknown = []) => ({
  'GET events': events,
  'GET v1/profiles': [jordan, maya],
  'GET v1/notifications': [],
  'GET v1/results': results,
  'GET v1/care-plans': carePlans,
});

/** Opens a screen of a profile with these answers of the API, and without results and care plans otherwise. */
export function openScreen(path: string, answers: Record<string, unknown> = {}, profileId = 1) {
  fakeApi({ ...routes([], []), ...answers });
  // The home route belongs to another remote.
  return openRoutes([...feature.routes, { path: '/app', element: null }], `/profile/${profileId}/${path}`);
}

/** The API's answer about something that the patient doesn't share. */
export const NOT_SHARED = { status: 404, body: { error: { code: 'NOT_SHARED', message: '' } } };

type Permissions = ReturnType<typeof supporter>['permissions'];

/** Returns the API's profiles when Maya shares everything except what these permissions withhold. */
export const sharedBy = (permissions: Partial<Permissions>) => [
  jordan,
  { ...maya, permissions: { ...supporter({ id: 's' }).permissions, ...permissions } },
];
