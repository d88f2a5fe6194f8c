import { keepsPlace } from './keeps-place.ts';

const show = (html: string) => document.body.replaceChildren(document.createRange().createContextualFragment(html));

beforeEach(() => show('<main><p>A screen</p></main>'));

test.each([
  '/onboarding/nda-legal',
  '/onboarding/privacy',
  '/onboarding/terms',
  '/profile/1/results/brain',
  '/profile/2/care-plans/plan',
  '/profile/1/events/admitted',
  '/profile/1/messages',
  '/profile/1/messages/covid',
  '/profile/1/supporters/details/sam',
])('at %s a person reads, and keeps their place', (path) => {
  expect(keepsPlace(path)).toBe(true);
});

test.each(['/app', '/app/settings', '/profile/1/events', '/profile/1/results', '/onboarding/welcome'])(
  'at %s nothing is read or filled in',
  (path) => {
    expect(keepsPlace(path)).toBe(false);
  },
);

test.each(['<form><input /></form>', '<iframe title="Feedback form"></iframe>'])(
  'a person who fills in %s keeps their place, wherever it is',
  (form) => {
    show(`<main>${form}</main>`);
    expect(keepsPlace('/app/help')).toBe(true);
  },
);
