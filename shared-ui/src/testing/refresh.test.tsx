/** Tests the runtime of development builds in shared-ui/webpack, as the compiler calls it. */
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';

const runtime = '../../webpack/refresh-runtime.cjs';
const react = '../../webpack/refresh-react.cjs';

interface Build {
  register(type: unknown, id: string): void;
  signature(hash: string): (type: unknown, key: string, reset?: boolean, hooks?: () => unknown[]) => void;
  jsxDEV(type: unknown, props: object): React.ReactElement;
}

/** Starts another build on the page: its own copy of the runtime, with the host's React. */
function nextBuild(): Build {
  let build = {} as Build;
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

test('a component keeps its state and shows the code of the next build, unless its hooks changed', async () => {
  const first = nextBuild();
  const Counter = counter(first, 'Count');
  first.register(Counter, 'state');
  const { rerender } = render(first.jsxDEV(Counter, {}));
  await userEvent.click(screen.getByRole('button'));
  const next = nextBuild();
  act(() => next.register(counter(next, 'Number'), 'state'));
  expect(screen.getByRole('button', { name: 'Number 1' })).toBeVisible();
  const last = nextBuild();
  const Changed = counter(last, 'Total', 'useState useEffect');
  act(() => last.register(Changed, 'state'));
  rerender(last.jsxDEV(Changed, {}));
  expect(screen.getByRole('button', { name: 'Total 0' })).toBeVisible();
});
