import { act, render, screen } from '@testing-library/react';
import { changeSettings } from 'shared-ui';
import { RetryCountdown } from './SubmitError.tsx';

beforeEach(() => {
  changeSettings({ locale: 'en' });
  jest.useFakeTimers();
});
afterEach(() => jest.useRealTimers());

test('RetryCountdown counts down silently, and says when the wait is over', () => {
  render(<RetryCountdown until={Date.now() + 61_000} />);
  const timer = screen.getByRole('timer');
  expect(timer).toHaveTextContent('1 min 1 s');
  expect(timer).toHaveAttribute('aria-live', 'off');
  act(() => jest.advanceTimersByTime(2_000));
  expect(timer).toHaveTextContent('59 s');
  act(() => jest.advanceTimersByTime(59_000));
  expect(screen.getByText('You can try again now.')).toBeVisible();
  expect(screen.queryByRole('timer')).toBeNull();
});
