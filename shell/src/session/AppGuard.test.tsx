import { act, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { changeSettings } from 'shared-ui';
import { updateSlice } from 'shared-ui/host';
import { openPage } from 'shared-ui/testing';
import { AppGuard } from './guards.tsx';

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
      <AppGuard>
        <h1>Good morning</h1>
      </AppGuard>
    </BrowserRouter>,
  );
const app = () => screen.queryByRole('heading', { name: 'Good morning' });

test('the app is shown with the first answers, which are under way, and not before', () => {
  updateSlice('events', { loading: 'loading' });
  open();
  expect(app()).not.toBeInTheDocument();
  act(() => updateSlice('events', { loading: 'ready', fetchedAt: 1 }));
  expect(app()).toBeVisible();
});

test('answers that take their time are not waited for, and what is shown stays', () => {
  updateSlice('events', { loading: 'loading' });
  open();
  act(() => jest.advanceTimersByTime(PATIENCE_MS));
  expect(app()).toBeVisible();
  act(() => updateSlice('records', { loading: 'loading' }));
  expect(app()).toBeVisible();
});

test('a screen whose answers are not under way is shown at once, and what is fetched later does not hide it', () => {
  open();
  expect(app()).toBeVisible();
  act(() => updateSlice('records', { loading: 'loading' }));
  expect(app()).toBeVisible();
});
