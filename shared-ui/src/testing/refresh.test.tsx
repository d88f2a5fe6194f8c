/** Tests the runtime of development builds in shared-ui/webpack, as the compiler calls it. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ComponentType, type useEffect, useState } from 'react';
import { onDemand } from '../ui/components/on-demand.tsx';

const runtime = '../../webpack/refresh-runtime.cjs';
const react = '../../webpack/refresh-react.cjs';

interface Build {
  register(type: unknown, id: string): void;
  signature(hash: string): (type: unknown, key: string, reset?: boolean, hooks?: () => unknown[]) => void;
  importer(id: string, start: () => Promise<object>): () => Promise<{ default: ComponentType }>;
  registering(make: typeof onDemand): typeof onDemand;
  reload(id: string, start: () => Promise<object>): void;
  jsxDEV(type: unknown, props: object): React.ReactElement;
}

/** Starts another build on the page: its own copy of the runtime, with the host's React. */
function nextBuild(): Build & { useEffect: typeof useEffect } {
  let build: Build & { useEffect: typeof useEffect } = {} as never;
  const host = { react: jest.requireActual('react'), jsx: jest.requireActual('react/jsx-runtime') };
  jest.isolateModules(() => {
    jest.doMock('react', () => host.react);
    jest.doMock('react/jsx-runtime', () => host.jsx);
    build = { ...jest.requireActual(runtime), ...jest.requireActual(react) };
  });
  return build;
}

/** A counter as a build contains it. */
function counter(build: Build, title: string, hooks = 'useState') {
  function Counter() {
    const [count, setCount] = useState(0);
    return build.jsxDEV('button', { children: `${title} ${count}`, onClick: () => setCount(count + 1) });
  }
  build.signature(title)(Counter, hooks);
  return Counter;
}

test('a component keeps its state and shows the code of the next build', async () => {
  const first = nextBuild();
  const Counter = counter(first, 'Count');
  first.register(Counter, 'state');
  render(first.jsxDEV(Counter, {}));
  await userEvent.click(screen.getByRole('button'));
  const next = nextBuild();
  act(() => next.register(counter(next, 'Number'), 'state'));
  expect(screen.getByRole('button', { name: 'Number 1' })).toBeVisible();
});

test('a component whose hooks changed loses its state', async () => {
  const first = nextBuild();
  const Counter = counter(first, 'Count');
  first.register(Counter, 'hooks');
  const { rerender } = render(first.jsxDEV(Counter, {}));
  await userEvent.click(screen.getByRole('button'));
  const next = nextBuild();
  const Changed = counter(next, 'Number', 'useState useEffect');
  act(() => next.register(Changed, 'hooks'));
  rerender(next.jsxDEV(Changed, {}));
  expect(screen.getByRole('button', { name: 'Number 0' })).toBeVisible();
});

test('a screen on demand keeps its state, and its code is loaded from the next build', async () => {
  const screenOf = (build: Build, Counter: ComponentType) => {
    const Screen = build.registering(onDemand)(build.importer('screen', async () => ({ default: Counter })));
    return build.jsxDEV(Screen, {});
  };
  const first = nextBuild();
  const Counter = counter(first, 'Count');
  first.register(Counter, 'screen');
  const { rerender } = render(screenOf(first, Counter));
  await userEvent.click(await screen.findByRole('button'));
  const next = nextBuild();
  next.reload('other screen', () => Promise.reject(new Error('No build has used it')));
  await act(async () => {
    rerender(screenOf(next, counter(next, 'Not used')));
    next.reload('screen', async () => ({ default: next.register(counter(next, 'Number'), 'screen') }));
  });
  expect(screen.getByRole('button', { name: 'Number 1' })).toBeVisible();
});

test('an effect runs again only when the code of its component has changed', async () => {
  const runs: string[] = [];
  function screenOf(build: ReturnType<typeof nextBuild>, hash: string) {
    function Screen() {
      build.useEffect(() => void runs.push(hash), []);
      return <p>{hash}</p>;
    }
    build.signature(hash)(Screen, 'useEffect');
    build.register(Screen, 'effect');
    return Screen;
  }
  const first = nextBuild();
  const { rerender } = render(first.jsxDEV(screenOf(first, 'a'), {}));
  for (const hash of ['a', 'b']) {
    const next = nextBuild();
    act(() => rerender(next.jsxDEV(screenOf(next, hash), {})));
  }
  expect(runs).toEqual(['a', 'b']);
});
