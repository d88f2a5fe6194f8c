import { act, render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { useNotificationTaps } from './useNotificationTaps.ts';

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
