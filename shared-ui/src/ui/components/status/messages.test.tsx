import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Apology, Backdrop, LateWaiting, Toast, Waiting } from '../index.ts';

afterEach(() => jest.useRealTimers());

describe('Waiting', () => {
  it('shows 0 to 3 dots in turn and reads its caption out once', () => {
    render(<Waiting caption="The navigator is working" />);
    const dots = screen.getAllByText('.');
    expect(dots).toHaveLength(3);
    expect(new Set(dots.map((dot) => getComputedStyle(dot).animationName)).size).toBe(3);
    for (const dot of dots) expect(getComputedStyle(dot).animation).toContain('step-end infinite');
    expect(screen.getByRole('status')).toHaveTextContent(/^The navigator is working$/);
  });

  it('appears after 400 ms as LateWaiting', () => {
    jest.useFakeTimers();
    render(<LateWaiting caption="The navigator is working" />);
    act(() => jest.advanceTimersByTime(399));
    expect(screen.queryByRole('status')).toBeNull();
    act(() => jest.advanceTimersByTime(1));
    expect(screen.getByRole('status')).toBeInTheDocument();
  });
});

it('Toast is mounted before its message, calls its action, and closes after 8 s unless the focus is on it', () => {
  jest.useFakeTimers();
  const [undo, close] = [jest.fn(), jest.fn()];
  const toast = (message: string | null) => (
    <Toast message={message} action={{ label: 'Undo', onPress: undo }} close={{ label: 'Close', onPress: close }} />
  );
  const { rerender } = render(toast(null));
  const region = screen.getByRole('status');
  expect(region).toBeEmptyDOMElement();
  rerender(toast('Event deleted'));
  expect(region).toHaveTextContent('Event deleted');
  const button = screen.getByRole('button', { name: 'Undo' });
  fireEvent.focus(button);
  act(() => jest.advanceTimersByTime(60_000));
  expect(close).not.toHaveBeenCalled();
  fireEvent.blur(button);
  act(() => jest.advanceTimersByTime(8000));
  expect(close).toHaveBeenCalledTimes(1);
  fireEvent.click(button);
  expect(undo).toHaveBeenCalledTimes(1);
});

describe('Backdrop', () => {
  it('takes the focus, keeps it, and returns it', async () => {
    const { rerender } = render(<button type="button">Send</button>);
    screen.getByRole('button').focus();
    rerender(
      <>
        <button type="button">Send</button>
        <Backdrop label="Sending" />
      </>,
    );
    const cover = screen.getByRole('alertdialog', { name: 'Sending' });
    expect(cover).toHaveFocus();
    await userEvent.tab();
    expect(cover).toHaveFocus();
    rerender(<button type="button">Send</button>);
    expect(screen.getByRole('button')).toHaveFocus();
  });
});

it('Apology is read out when it appears', () => {
  render(<Apology title="Your results can’t be shown just now" text="Nothing is lost." />);
  expect(screen.getByRole('alert')).toHaveTextContent('Your results can’t be shown just nowNothing is lost.');
});
