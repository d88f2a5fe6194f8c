import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode, useLayoutEffect } from 'react';
import { type OptionalPartOptions, onDemand, onDemandOptional } from './on-demand.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** Returns a load that ends when the test says so. */
function comingLoad() {
  const fetches: { come(): Promise<void>; fail(error: Error): Promise<void> }[] = [];
  const load = () =>
    new Promise<{ default: typeof Greeting }>((resolve, reject) => {
      fetches.push({
        come: () => act(async () => resolve({ default: Greeting })),
        fail: (error) => act(async () => reject(error)),
      });
    });
  return { fetches, load };
}

/** Returns a part that loads when the test says so. */
function comingPart() {
  const { fetches, load } = comingLoad();
  return { fetches, Part: onDemand(load, <p>One moment</p>) };
}

/** The same for an optional part; `errors` are those that it reports. */
function comingOptionalPart(options: Partial<OptionalPartOptions> = {}) {
  const { fetches, load } = comingLoad();
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  return { fetches, errors, Part: onDemandOptional(load, { fallback: <p>One moment</p>, onError, ...options }) };
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

test('onDemand replaces its fallback as soon as the part is loaded', async () => {
  const { fetches, Part } = comingPart();
  const { rerender } = render(<Part name="Jordan" />);
  expect(screen.getByText('One moment')).toBeVisible();
  await fetches[0]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
  expect(screen.queryByText('One moment')).not.toBeInTheDocument();
  rerender(<Part name="Avery" />);
  expect(screen.getByText('Hello Avery')).toBeVisible();
});

test('onDemand shows a loaded part immediately and does not load it again', async () => {
  const { fetches, Part } = comingPart();
  const { unmount } = render(<Part name="Jordan" />);
  await fetches[0]?.come();
  unmount();
  render(<Part name="Jordan" />);
  expect(screen.getByText('Hello Jordan')).toBeVisible();
  expect(fetches).toHaveLength(1);
});

test('onDemand throws a failed load to the boundary, and loads again when the part is shown again', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const { fetches, Part } = comingPart();
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

test('onDemandOptional shows its part like onDemand', async () => {
  const { fetches, errors, Part } = comingOptionalPart();
  render(<Part name="Jordan" />);
  expect(screen.getByText('One moment')).toBeVisible();
  await fetches[0]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
  expect(errors).toEqual([]);
});

test('onDemandOptional reports a failed load, keeps its fallback, and loads again when the part is shown again', async () => {
  const { fetches, errors, Part } = comingOptionalPart();
  const { unmount } = render(<Part name="Jordan" />);
  await fetches[0]?.fail(new Error('cut off'));
  expect(screen.getByText('One moment')).toBeVisible();
  expect(errors).toEqual([new Error('cut off')]);
  unmount();
  render(<Part name="Jordan" />);
  await fetches[1]?.come();
  expect(screen.getByText('Hello Jordan')).toBeVisible();
});

describe('onDemandOptional with retryMs', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  test('loads again after the delay', async () => {
    const { fetches, errors, Part } = comingOptionalPart({ retryMs: 1_000 });
    render(<Part name="Jordan" />);
    await fetches[0]?.fail(new Error('cut off'));
    jest.advanceTimersByTime(999);
    expect(fetches).toHaveLength(1);
    jest.advanceTimersByTime(1);
    await fetches[1]?.come();
    expect(screen.getByText('Hello Jordan')).toBeVisible();
    expect(errors).toHaveLength(1);
  });

  test('does not load again once it is no longer shown', async () => {
    const { fetches, Part } = comingOptionalPart({ retryMs: 1_000 });
    const { unmount } = render(<Part name="Jordan" />);
    await fetches[0]?.fail(new Error('cut off'));
    unmount();
    jest.advanceTimersByTime(10_000);
    expect(fetches).toHaveLength(1);
  });
});
