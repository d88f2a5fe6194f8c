import { mustKeepPage } from './OrientationOverlay.tsx';

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
])('mustKeepPage is true on %s, where the user is reading', (path) => {
  expect(mustKeepPage(path)).toBe(true);
});

test.each(['/app', '/app/settings', '/profile/1/events', '/profile/1/results', '/onboarding/welcome'])(
  'mustKeepPage is false on %s, which has nothing to read or fill in',
  (path) => {
    expect(mustKeepPage(path)).toBe(false);
  },
);

test.each(['<form><input /></form>', '<iframe title="Feedback form"></iframe>'])(
  'mustKeepPage is true on any page that contains %s',
  (form) => {
    show(`<main>${form}</main>`);
    expect(mustKeepPage('/app/help')).toBe(true);
  },
);
