import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { defineSlice } from 'shared-ui';
import { publish } from 'shared-ui/host';
import { openPage, patient, setLocale, updateSlice } from 'shared-ui/testing';
import { loadedRemotes } from '../../remotes/remote-cache.ts';
import { remoteManifest, SOME_HASH } from '../../remotes/testing/manifest.ts';
import { publishRemote } from '../../remotes/testing/registry.ts';
import DevTools from './DevTools.tsx';

jest.mock('../../remotes/remote-cache.ts', () => ({ loadedRemotes: jest.fn(() => []) }));

const BASE = '/remotes/pharmacy/1.0.0';
const MANIFEST = remoteManifest({ name: 'pharmacy' });
const version = { manifest: `${BASE}/remote.json`, integrity: SOME_HASH };
const canary = { version: '1.0.0', share: 10 };
const pharmacy = { active: '0.9.0', canary, versions: { '0.9.0': version, '1.0.0': version } };
const REGISTRY = { schema: 2, revision: 1, origins: ['self'], remotes: { pharmacy } };

/** Opens the panel on a page where the remote `pharmacy` was loaded and rendered. */
async function open(onClose = jest.fn()) {
  publishRemote('pharmacy');
  jest
    .mocked(loadedRemotes)
    .mockReturnValue([{ name: 'pharmacy', version: '1.0.0', requestedAt: 100, renderedAt: 740 }]);
  jest
    .spyOn(globalThis, 'fetch')
    .mockImplementation(async (url) => Response.json(String(url).endsWith('/registry.json') ? REGISTRY : MANIFEST));
  const entries = [
    { name: `${location.origin}${BASE}/remote.json`, duration: 34 },
    { name: `${location.origin}${BASE}/entry.js`, duration: 51 },
  ];
  Object.assign(performance, { getEntriesByType: () => entries });
  render(<DevTools onClose={onClose} />);
  await screen.findByRole('heading', { level: 3, name: 'pharmacy' });
  return onClose;
}

const part = () => screen.getByRole('heading', { level: 3, name: 'pharmacy' }).parentElement as HTMLElement;
const panel = () => screen.getByRole('dialog', { name: /Remotes on this page|Modules de cette page/ });

beforeEach(openPage);
afterEach(() => act(() => setLocale('en')));

test('DevTools shows facts about each remote, sizes of slices and fields of events, but no values', async () => {
  defineSlice('pharmacy/basket', { initial: { wanted: ['ibuprofen'] } });
  defineSlice('other', { initial: {} });
  updateSlice('session', { status: 'full', me: patient });
  publish('change@1', { kind: 'request.updated', id: 'secret-request' });
  await open();
  expect(part()).toHaveTextContent(
    /Version1\.0\.0.*Published asCanary, for 10% of browsers.*Contractfeature@1.*Manifest34 ms.*Entry file51 ms.*640 ms/,
  );
  expect(part()).toHaveTextContent('pharmacy/basket0.02 kB');
  expect(part()).not.toHaveTextContent('other');
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
