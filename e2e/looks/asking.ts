import { answer, change, refusalExpected, refuse } from './faults.ts';
import type { Group, ScreenState } from './screen-state.ts';

/** Simulates replies of staff. The desk has its own looks. */
const ASKED = {
  profileId: 1,
  isYours: true,
  about: null,
  who: 'Jordan Avery',
  createdAt: '2026-11-20T08:00:00.000Z',
  seenAt: null,
  doneAt: null,
  replies: [],
};

const REQUESTS = [
  { ...ASKED, id: 'c', kind: 'request', status: 'sent', text: 'May I have a second pillow?' },
  {
    ...ASKED,
    id: 'b',
    kind: 'correction',
    status: 'seen',
    about: { type: 'event', id: 'e', title: 'Admitted' },
    text: 'I came with my sister, not alone.',
  },
  {
    ...ASKED,
    id: 'a',
    kind: 'question',
    status: 'done',
    about: { type: 'result', id: 'r', title: 'Blood test' },
    text: 'Why was my blood taken twice?\n\nIt hurt a little.',
    replies: [
      { id: '1', who: 'Dana Whitfield', createdAt: '2026-11-20T09:00:00.000Z', text: 'The first tube was too small.' },
      { id: '2', who: 'Dana Whitfield', createdAt: '2026-11-20T09:05:00.000Z', text: 'The second one was fine.' },
    ],
  },
];

const LIST = { path: '/profile/1/requests', heading: 'My requests' };
const FORM = { path: '/profile/1/requests/new?kind=question', heading: 'Ask the hospital' };

const HOSPITAL: ScreenState[] = [
  { name: 'requests', ...LIST, before: answer('profiles/1/requests', REQUESTS), see: 'Seen by the hospital' },
  { name: 'requests-none', ...LIST, before: answer('profiles/1/requests', []), see: 'You haven’t asked anything yet' },
  { name: 'request-form', ...FORM, see: /This is not for emergencies/ },
  {
    name: 'request-form-errors',
    ...FORM,
    act: (page) => page.getByRole('button', { name: 'Send' }).click(),
    see: 'Please write what it is about.',
  },
  {
    name: 'request-refused',
    ...FORM,
    before: refuse('profiles/1/requests', 'FEEDBACK_NOT_SHARED'),
    see: /not allowed/,
  },
];

const DUE = ['nda', 'privacy', 'terms'].map((document) => ({ document, version: '2.0' }));
const INVITATION = '/onboarding/invitation/b9a1';

const COMING_IN: ScreenState[] = [
  {
    name: 'nda-due',
    path: '/onboarding/tutorial-offer',
    heading: 'This is a trial',
    as: 'not validated',
    before: change('users/me', { toAgree: DUE }),
    see: 'Privacy Policy, version 2.0',
  },
  { name: 'invited', path: '/onboarding/invitation', heading: 'You were invited', as: 'visitor' },
  {
    name: 'invitation',
    path: INVITATION,
    heading: 'Maya Chen has invited you',
    as: 'visitor',
    before: answer('invitations/*', { name: 'Maya Chen' }),
  },
  {
    name: 'invitation-account',
    path: INVITATION,
    heading: 'Maya Chen has invited you',
    as: 'visitor',
    before: answer('invitations/*', { name: 'Maya Chen' }),
    act: async (page) => {
      await page.getByRole('link', { name: 'Create an account' }).click();
      await page.getByText('We filled in the hospital').scrollIntoViewIfNeeded();
    },
    see: /If you belong to another organization/,
  },
  {
    name: 'invitation-signed-in',
    path: INVITATION,
    heading: 'Maya Chen has invited you',
    before: answer('invitations/*', { name: 'Maya Chen' }),
    see: 'Accept the invitation',
  },
  {
    name: 'invitation-dead',
    path: INVITATION,
    heading: 'This invitation is no longer open',
    as: 'visitor',
    before: refusalExpected,
  },
];

/** Requests to the hospital, agreement to new versions, and invitations. */
export const ASKING: Group = { name: 'asking', as: 'patient', states: [...HOSPITAL, ...COMING_IN] };
