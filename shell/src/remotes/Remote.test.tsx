import { render, screen } from '@testing-library/react';
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
    return { remote: 'pharmacy@1.0.0', version: '1.0.0', module: { contract: 'feature@1', routes: [] } as never };
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
