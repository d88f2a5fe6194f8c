import { act, render, screen } from '@testing-library/react';
import { Component, type ReactNode } from 'react';
import { onDemand } from './on-demand.tsx';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

/** Returns a part that loads when the test says so. */
function comingPart() {
  const fetches: { come(): Promise<void>; fail(error: Error): Promise<void> }[] = [];
  const load = () =>
    new Promise<{ default: typeof Greeting }>((resolve, reject) => {
      fetches.push({
        come: () => act(async () => resolve({ default: Greeting })),
        fail: (error) => act(async () => reject(error)),
      });
    });
  return { fetches, Part: onDemand(load, <p>One moment</p>) };
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
