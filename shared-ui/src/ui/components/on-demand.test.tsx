import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, useLayoutEffect } from 'react';
import { type OptionalPartOptions, onDemand, onDemandOptional } from './on-demand.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** Returns parts whose load ends when the test says so. `errors` are those that the optional one reports. */
function comingParts(options: Partial<OptionalPartOptions> = {}) {
  const fetches: { come(): Promise<void>; fail(error: Error): Promise<void> }[] = [];
  const load = () =>
    new Promise<{ default: typeof Greeting }>((resolve, reject) => {
      fetches.push({
        come: () => act(async () => resolve({ default: Greeting })),
        fail: (error) => act(async () => reject(error)),
      });
    });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const fallback = <p>One moment</p>;
  const Optional = onDemandOptional(load, { fallback, onError, ...options });
  return { fetches, errors, Part: onDemand(load, fallback), Optional };
}

/** Shows the error that it has caught. */
class Boundary extends Component<{ children: ReactNode }, { error?: Error }> {
  override state: { error?: Error } = {};

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override render() {
    return this.state.error ? <p>Failed: {this.state.error.message}</p> : this.props.children;
  }
}

test('onDemand replaces its fallback as soon as the part is loaded, and does not load it again', async () => {
  const { fetches, Part } = comingParts();
  const { rerender, unmount } = render(<Part name="Jordan" />);
  expect(screen.getByText('One moment')).toBeVisible();
  await fetches[0]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
  expect(screen.queryByText('One moment')).not.toBeInTheDocument();
  rerender(<Part name="Avery" />);
  expect(screen.getByText('Hello Avery')).toBeVisible();
  unmount();
  render(<Part name="Jordan" />);
  expect(screen.getByText('Hello Jordan')).toBeVisible();
  expect(fetches).toHaveLength(1);
});

test('onDemand throws a failed load to the boundary, and loads again when the part is shown again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { fetches, Part } = comingParts();
  const { unmount } = render(
    <Boundary>
      <Part name="Jordan" />
    </Boundary>,
  );
  await fetches[0]?.fail(new Error('cut off'));
  expect(screen.getByText('Failed: cut off')).toBeVisible();
  unmount();
  render(<Part name="Jordan" />);
  await fetches[1]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
});

test('onDemand shows a part that another instance loaded between the render and the effect', async () => {
  // Calls back synchronously: real promises can resolve at that point, but not in a test.
  const coming = new Promise<{ default: typeof Greeting }>(() => undefined);
  const then = jest.spyOn(coming, 'then').mockReturnValue(coming);
  const Part = onDemand(() => coming);
  function Arrival() {
    useLayoutEffect(() => void then.mock.calls[0]?.[0]?.({ default: Greeting }), []);
    return null;
  }
  render(<Part name="Jordan" />);
  render(
    <>
      <Part name="Avery" />
      <Arrival />
    </>,
  );
  expect(await screen.findByText('Hello Jordan')).toBeVisible();
  expect(await screen.findByText('Hello Avery')).toBeVisible();
});

test('onDemandOptional reports a failed load, keeps its fallback, and loads again when the part is shown again', async () => {
  const { fetches, errors, Optional: Part } = comingParts();
  const { unmount } = render(<Part name="Jordan" />);
  await fetches[0]?.fail(new Error('cut off'));
  expect(screen.getByText('One moment')).toBeVisible();
  expect(errors).toEqual([new Error('cut off')]);
  unmount();
  render(<Part name="Jordan" />);
  await fetches[1]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
});

test('onDemandOptional with retryMs loads again after the delay, and not once it is no longer shown', async () => {
  jest.useFakeTimers();
  const { fetches, errors, Optional: Part } = comingParts({ retryMs: 1_000 });
  const { unmount } = render(<Part name="Jordan" />);
  await fetches[0]?.fail(new Error('cut off'));
  jest.advanceTimersByTime(999);
  expect(fetches).toHaveLength(1);
  jest.advanceTimersByTime(1);
  await fetches[1]?.fail(new Error('cut off'));
  jest.advanceTimersByTime(1_000);
  await fetches[2]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
  expect(errors).toHaveLength(2);
  unmount();
  const other = comingParts({ retryMs: 1_000 });
  const { unmount: leave } = render(<other.Optional name="Jordan" />);
  await other.fetches[0]?.fail(new Error('cut off'));
  leave();
  jest.advanceTimersByTime(10_000);
  expect(other.fetches).toHaveLength(1);
  jest.useRealTimers();
});
