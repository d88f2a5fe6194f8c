import { act, render, renderHook, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { EVENT_TYPE } from 'shared-ui';
import { careEvent, maya, openPage, updateSlice } from 'shared-ui/testing';
import { useAppBadge, useNotificationTaps } from './notifications.ts';

const shown = jest.fn(async (_count: number) => undefined);
const cleared = jest.fn(async () => undefined);

beforeEach(() => {
  openPage();
  Object.assign(navigator, { setAppBadge: shown, clearAppBadge: cleared });
});

afterEach(() => {
  Reflect.deleteProperty(navigator, 'setAppBadge');
  Reflect.deleteProperty(navigator, 'clearAppBadge');
});

test('useAppBadge counts only the unviewed events that lists show for a supported patient', () => {
  const supporting = careEvent({ id: 'a', profileId: maya.id, type: EVENT_TYPE.SUPPORTER, status: 'NOT_VIEWED' });
  const visit = careEvent({ id: 'b', profileId: maya.id, type: EVENT_TYPE.PHYSICIAN, status: 'NOT_VIEWED' });
  updateSlice('profiles', { list: [maya] });
  updateSlice('events', { list: [supporting, visit] });
  renderHook(() => useAppBadge());
  expect(shown).toHaveBeenLastCalledWith(1);
  act(() => updateSlice('events', { list: [supporting, { ...visit, status: 'VIEWED' }] }));
  expect(cleared).toHaveBeenCalled();
});

function Where() {
  useNotificationTaps();
  return <p>{useLocation().pathname}</p>;
}

test('useNotificationTaps navigates when a notification is tapped and ignores other messages', () => {
  const serviceWorker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  history.replaceState(null, '', '/app');
  render(
    <BrowserRouter>
      <Where />
    </BrowserRouter>,
  );
  const post = (data: unknown) => act(() => void serviceWorker.dispatchEvent(new MessageEvent('message', { data })));
  post({ type: 'STATUS', current: null, staged: null });
  expect(screen.getByText('/app')).toBeVisible();
  post({ type: 'OPEN', path: '/profile/1/events/e1' });
  expect(screen.getByText('/profile/1/events/e1')).toBeVisible();
});
