import { act, render, screen } from '@testing-library/react';
import { ScanSuccess } from './ScanSuccess.tsx';

jest.mock('shared-ui/animation', () => ({ Animation: () => null }));

afterEach(() => jest.useRealTimers());

test('ScanSuccess shows its caption for a second even if the animation never plays', () => {
  jest.useFakeTimers();
  const onDone = jest.fn();
  render(<ScanSuccess onDone={onDone} />);
  act(() => jest.advanceTimersByTime(4_000));
  expect(screen.getByRole('heading', { name: 'Scan successful' })).toBeVisible();
  act(() => jest.advanceTimersByTime(999));
  expect(onDone).not.toHaveBeenCalled();
  act(() => jest.advanceTimersByTime(1));
  expect(onDone).toHaveBeenCalledTimes(1);
});
