import { act, render, screen } from '@testing-library/react';
import { openPage } from 'shared-ui/testing';
import { candidates, loadFirst } from './loading/loader.ts';
import { featureContract } from './loading/request.ts';
import { Remote } from './Remote.tsx';
import { publishRemote } from './testing/registry.ts';

jest.mock('./loading/loader.ts');

test('Remote shows a remote in its root, and disables its stylesheets when it is left', async () => {
  openPage();
  publishRemote('pharmacy');
  const style = document.createElement('style');
  jest.mocked(candidates).mockReturnValue(['1.0.0']);
  jest.mocked(loadFirst).mockImplementation(async () => {
    document.head.append(style);
    return {
      remote: 'pharmacy@1.0.0',
      version: '1.0.0',
      locales: [],
      module: { contract: 'feature@1', routes: [] } as never,
    };
  });
  const { unmount } = render(
    <Remote name="pharmacy" contract={featureContract}>
      {() => 'Orders'}
    </Remote>,
  );
  expect(await screen.findByText('Orders')).toHaveAttribute('data-remote', 'pharmacy');
  expect(style.sheet?.disabled).toBe(false);
  unmount();
  expect(style.sheet?.disabled).toBe(true);
});

test('Remote loads again what could not be loaded when the server answers again', async () => {
  openPage();
  publishRemote('dosing');
  jest.mocked(candidates).mockReturnValue(['1.0.0']);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  jest.mocked(loadFirst).mockRejectedValue(new TypeError('Failed to fetch'));
  render(
    <Remote name="dosing" contract={featureContract}>
      {() => 'Orders'}
    </Remote>,
  );
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  const loaded = {
    remote: 'dosing@1.0.0',
    version: '1.0.0',
    locales: [],
    module: { contract: 'feature@1', routes: [] } as never,
  };
  jest.mocked(loadFirst).mockResolvedValue(loaded);
  act(() => void window.dispatchEvent(new Event('lodestar:reconnected')));
  expect(await screen.findByText('Orders')).toBeVisible();
});
