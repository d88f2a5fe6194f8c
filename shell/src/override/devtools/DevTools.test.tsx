import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defineSlice } from 'shared-ui';
import { publish, updateSlice } from 'shared-ui/host';
import { openPage, patient, setLocale } from 'shared-ui/testing';
import { loadedRemotes } from '../../remotes/remote-cache.ts';
import { publishRemote } from '../../remotes/testing/registry.ts';
import DevTools from './DevTools.tsx';

jest.mock('../../remotes/remote-cache.ts', () => ({ loadedRemotes: jest.fn(() => []) }));

const HASH = `sha384-${'A'.repeat(64)}`;
const BASE = '/remotes/pharmacy/1.0.0';
const MANIFEST = {
  name: 'pharmacy',
  version: '1.0.0',
  contract: 'feature@1',
  container: 'pharmacy_1_0_0',
  entry: 'entry.js',
  expose: './feature',
  shared: {},
  locales: ['en', 'fr'],
  files: { 'entry.js': HASH },
  bytes: 10,
};
const version = { manifest: `${BASE}/remote.json`, integrity: HASH };
const REGISTRY = {
  schema: 2,
  revision: 1,
  origins: ['self'],
  remotes: {
    pharmacy: {
      active: '0.9.0',
      canary: { version: '1.0.0', share: 10 },
      versions: { '0.9.0': version, '1.0.0': version },
    },
  },
};

/** Opens the panel on a page where the remote `pharmacy` was loaded and rendered. */
async function open(onClose = jest.fn()) {
  publishRemote('pharmacy');
  jest
    .mocked(loadedRemotes)
    .mockReturnValue([{ name: 'pharmacy', version: '1.0.0', requestedAt: 100, renderedAt: 740 }]);
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => Response.json(String(url).endsWith('/registry.json') ? REGISTRY : MANIFEST));
  const durations = new Map([
    ['remote.json', 34],
    ['entry.js', 51],
  ]);
  const entries = [...durations].map(([file, duration]) => ({ name: `${location.origin}${BASE}/${file}`, duration }));
  Object.assign(performance, { getEntriesByType: () => entries });
  render(<DevTools onClose={onClose} />);
  await screen.findByRole('heading', { level: 3, name: 'pharmacy' });
  return onClose;
}

const panel = () => screen.getByRole('dialog', { name: /Remotes on this page|Modules de cette page/ });

beforeEach(openPage);
afterEach(() => act(() => setLocale('en')));

test('DevTools shows the version, its share, the contract and the load times of each remote', async () => {
  await open();
  const part = within(screen.getByRole('heading', { level: 3, name: 'pharmacy' }).parentElement as HTMLElement);
  const facts = [
    ['Version', '1.0.0'],
    ['Published as', 'Canary, for 10% of browsers'],
    ['Contract', 'feature@1'],
    ['Manifest', '34 ms'],
    ['Entry file', '51 ms'],
    ['First render after', '640 ms'],
  ];
  for (const [name, value] of facts) expect(part.getByText(String(name)).nextSibling).toHaveTextContent(String(value));
});

test('DevTools shows a test version by the number of its build', async () => {
  const notice = document.createElement('script');
  notice.type = 'application/json';
  notice.id = 'lodestar-override';
  notice.textContent = JSON.stringify({ name: 'pharmacy', build: '1.4.0', until: 1 });
  document.head.append(notice);
  await open();
  const part = screen.getByRole('heading', { level: 3, name: 'pharmacy' }).parentElement;
  expect(part).toHaveTextContent('Version1.4.0Published asTest version, in this browser only');
  notice.remove();
});

test('DevTools shows names and sizes of slices, and names and fields of events, but no values', async () => {
  defineSlice('pharmacy/basket', { initial: { wanted: ['ibuprofen'] } });
  defineSlice('other', { initial: {} });
  updateSlice('session', { status: 'full', me: patient });
  publish('change@1', { kind: 'request.updated', id: 'secret-request' });
  await open();
  const part = screen.getByRole('heading', { level: 3, name: 'pharmacy' }).parentElement;
  expect(part).toHaveTextContent('pharmacy/basket0.02 kB');
  expect(part).not.toHaveTextContent('other');
  expect(screen.getByRole('listitem')).toHaveTextContent(/· change@1 · kind, id$/);
  for (const value of ['ibuprofen', 'secret-request', patient.firstName]) expect(panel()).not.toHaveTextContent(value);
});

test('DevTools takes the focus and closes on Escape, and has all texts in French', async () => {
  const onClose = await open();
  expect(screen.getByRole('heading', { level: 2 })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledTimes(1);
  act(() => setLocale('fr'));
  expect(panel()).toHaveTextContent('Version canari, pour 10 % des navigateurs');
});
