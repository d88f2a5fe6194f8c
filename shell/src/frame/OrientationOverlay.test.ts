import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createElement } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { openPage, pretendVisible } from 'shared-ui/testing';
import { mustKeepPage, OrientationOverlay } from './OrientationOverlay.tsx';

pretendVisible();

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

describe('OrientationOverlay', () => {
  const TEXT = 'The product is designed for viewing in portrait orientation. Please rotate your phone to be upright.';
  const listeners = new Set<() => void>();
  const query = {
    matches: false,
    addEventListener: (_type: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: () => void) => listeners.delete(listener),
  };
  const overlay = () => screen.queryByRole('alertdialog', { name: TEXT });

  function turn(isSideways: boolean): void {
    query.matches = isSideways;
    act(() => {
      for (const listener of listeners) listener();
    });
  }

  /** Opens a page on an upright phone, and turns it. */
  function openSideways(path: string): void {
    Object.defineProperty(window, 'matchMedia', { value: () => query, configurable: true });
    query.matches = false;
    openPage();
    history.replaceState(null, '', path);
    render(createElement(BrowserRouter, null, createElement(OrientationOverlay)));
    turn(true);
    expect(overlay()).toBeVisible();
  }

  /** jsdom can't open dialogs. */
  const dialogs = HTMLDialogElement.prototype;
  beforeEach(() => {
    const setOpen = (isOpen: boolean) =>
      function change(this: HTMLDialogElement) {
        this.open = isOpen;
      };
    Object.assign(dialogs, { showModal: setOpen(true), close: setOpen(false) });
  });
  afterEach(() => {
    Reflect.deleteProperty(window, 'matchMedia');
    for (const method of ['showModal', 'close']) Reflect.deleteProperty(dialogs, method);
  });

  test.each([
    ['/app', '/refresh'],
    ['/onboarding/tutorial', '/onboarding/tutorial'],
    ['/profile/1/results/brain', '/profile/1/results/brain'],
  ])('OrientationOverlay on %s leads to %s when the phone is upright again', (path, next) => {
    openSideways(path);
    turn(false);
    expect(overlay()).toBeNull();
    expect(location.pathname).toBe(next);
  });

  test('OrientationOverlay can be dismissed, and does not return', async () => {
    openSideways('/app');
    await userEvent.click(screen.getByRole('button', { name: 'Keep using it sideways' }));
    expect(overlay()).toBeNull();
    turn(false);
    turn(true);
    expect(overlay()).toBeNull();
    expect(location.pathname).toBe('/app');
  });
});
