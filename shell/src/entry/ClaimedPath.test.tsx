import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { changeSettings, paths } from 'shared-ui';
import { changeLanguage } from 'shared-ui/languages';
import { openPage, store } from 'shared-ui/testing';
import { readRuntime } from '../remotes/registry.ts';
import { loadedNow, loadOnce } from '../remotes/remote-cache.ts';
import { ClaimedPath } from './ClaimedPath.tsx';

jest.mock('../remotes/remote-cache.ts', () => ({
  ...jest.requireActual('../remotes/remote-cache.ts'),
  loadedNow: jest.fn(),
  loadOnce: jest.fn(),
}));

const INTEGRITY = `sha384-${'A'.repeat(64)}`;

/** Screen of every mocked remote: shows the remote's name and the current path. */
function Screen({ name }: { name: string }) {
  return <h1>{`${name} at ${useLocation().pathname}`}</h1>;
}

const remote = (route: object) => ({
  active: '1.0.0',
  versions: { '1.0.0': { manifest: '/m', integrity: INTEGRITY, routes: [route] } },
});
const REGISTRY = {
  schema: 2,
  revision: 1,
  origins: ['self'],
  remotes: {
    early: remote({ path: '/early/*', guard: 'visitor', mount: '/early' }),
    notices: remote({ path: '/notices/*', guard: 'anyone' }),
    desk: remote({ path: '/desk/*', guard: 'staff' }),
  },
};
/** Routes are absolute, except for the remote from before that change, whose routes are relative to its mount path. */
const ROUTES: Record<string, string> = { early: 'welcome', notices: 'notices/*', desk: 'desk/*' };

async function open(path: string, registry: unknown): Promise<void> {
  history.replaceState(null, '', path);
  const answer = async (url: RequestInfo | URL) => Response.json(String(url) === '/config.json' ? {} : registry);
  jest.spyOn(globalThis, 'fetch').mockImplementation(answer);
  await readRuntime();
  await act(async () =>
    render(
      <BrowserRouter>
        <Routes>
          <Route path="/" element={<h1>The start</h1>} />
          <Route path="*" element={<ClaimedPath />} />
        </Routes>
      </BrowserRouter>,
    ),
  );
}

beforeEach(() => {
  jest.clearAllMocks();
  openPage();
  changeSettings({ locale: 'en' });
  store.setState(({ session }) => ({ session: { ...session, status: 'anonymous', me: null } }));
  jest.mocked(loadOnce).mockReturnValue(new Promise(() => undefined));
  jest.mocked(loadedNow).mockImplementation((name: string) => {
    const routes = [{ path: ROUTES[name], element: <Screen name={name} /> }];
    return { remote: `${name}@1.0.0`, version: '1.0.0', module: { contract: 'feature@1', routes } } as never;
  });
});

const heading = () => screen.getByRole('heading', { level: 1 });

test.each([
  ['of the remote that claims the path', '/notices/today', 'notices at /notices/today'],
  ['below the mount path of older versions, whose routes are relative', '/early/welcome', 'early at /early/welcome'],
  ['at the start when no remote claims the path', '/elsewhere', 'The start'],
  ['of an apology when a redirect to the start would loop', paths.app.root, 'This page can’t be shown just now'],
])('ClaimedPath shows the screen %s', async (_what, path, shown) => {
  await open(path, REGISTRY);
  expect(screen.getByText(shown)).toBeVisible();
});

test.each([
  ['in a valid registry', REGISTRY],
  ['in an invalid one', { ...REGISTRY, schema: 7 }],
])('ClaimedPath redirects to the start without loading the remote when the guard refuses: %s', async (_, registry) => {
  await open('/desk/accounts', registry);
  expect(heading()).toHaveTextContent('The start');
  expect(loadedNow).not.toHaveBeenCalled();
  expect(loadOnce).not.toHaveBeenCalled();
});

test('ClaimedPath shows staff screens in the hospital’s language, from left to right', async () => {
  await changeLanguage('ar');
  store.setState(({ session }) => ({ session: { ...session, status: 'unknown' } }));
  const shown = () => [document.documentElement.lang, document.documentElement.dir];
  await open('/desk', REGISTRY);
  expect(shown()).toEqual(['en-CA', 'ltr']);
  await act(async () => store.setState(({ session }) => ({ session: { ...session, status: 'anonymous' } })));
  expect(heading()).toHaveTextContent('The start');
  await waitFor(() => expect(shown()).toEqual(['ar', 'rtl']));
});

test('"Try again" shows the page once the registry is available', async () => {
  await open('/notices', { schema: 7 });
  expect(screen.getByText('This page can’t be shown just now')).toBeVisible();
  const user = userEvent.setup();
  const again = () => user.click(screen.getByRole('button', { name: 'Try again' }));
  const consoleError = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await again();
  await waitFor(() => expect(consoleError.mock.calls.flat().join()).toContain('REGISTRY_INVALID'));
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(REGISTRY));
  await again();
  await waitFor(() => expect(heading()).toHaveTextContent('notices at /notices'));
});
