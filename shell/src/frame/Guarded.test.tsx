import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { changeSettings, store } from 'shared-ui';
import { openPage, updateSlice } from 'shared-ui/testing';
import { Guarded } from './Guarded.tsx';

const PATIENCE_MS = 250;

beforeEach(() => {
  jest.useFakeTimers();
  openPage();
  changeSettings({ isUserValidated: true });
});

afterEach(() => jest.useRealTimers());

const open = () =>
  render(
    <BrowserRouter>
      <Guarded guard="patient">
        <h1>Good morning</h1>
      </Guarded>
    </BrowserRouter>,
  );
const app = () => screen.queryByRole('heading', { name: 'Good morning' });

test('Guarded waits for the first pending responses', () => {
  updateSlice('events', { loading: 'loading' });
  open();
  expect(app()).not.toBeInTheDocument();
  act(() => updateSlice('events', { loading: 'ready', fetchedAt: 1 }));
  expect(app()).toBeVisible();
});

test.each([
  ['stops waiting for slow responses', 'loading', PATIENCE_MS],
  ['waits for nothing when nothing is loading', 'idle', 0],
] as const)('Guarded %s, and keeps the app visible', (_what, loading, wait) => {
  updateSlice('events', { loading });
  open();
  act(() => jest.advanceTimersByTime(wait));
  expect(app()).toBeVisible();
  act(() => updateSlice('records', { loading: 'loading' }));
  expect(app()).toBeVisible();
});

test('Guarded forgets the end of the last session once its user is back', () => {
  const ended = { reason: 'idle', userId: 'u1', path: '/app/help' } as const;
  updateSlice('session', { ended });
  changeSettings({ isUserValidated: false });
  open();
  expect(store.getState().session.ended).toEqual(ended);
  act(() => changeSettings({ isUserValidated: true }));
  expect(store.getState().session.ended).toBeNull();
});
