import { act, render, screen } from '@testing-library/react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { useNewsTaps } from './useNewsTaps.ts';

function Where() {
  useNewsTaps();
  return <p>{useLocation().pathname}</p>;
}

test('useNewsTaps navigates when a notification is tapped and ignores other messages', () => {
  const serviceWorker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  history.replaceState(null, '', '/app');
  render(
    <BrowserRouter>
      <Where />
    </BrowserRouter>,
  );
  const say = (data: unknown) => act(() => void serviceWorker.dispatchEvent(new MessageEvent('message', { data })));
  say({ type: 'STATUS', current: null, staged: null });
  expect(screen.getByText('/app')).toBeVisible();
  say({ type: 'OPEN', path: '/profile/1/events/e1' });
  expect(screen.getByText('/profile/1/events/e1')).toBeVisible();
});
