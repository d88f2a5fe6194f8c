import { screen, waitFor } from '@testing-library/react';
import { openSession, paths, store } from 'shared-ui';
import { fakeApi } from 'shared-ui/testing';
import { leaveFor } from '../../page.ts';
import { narrowUser, openAsVisitor, show } from '../../testing/show.tsx';
import ExpiredScreen from './ExpiredScreen.tsx';

jest.mock('../../page.ts', () => ({ leaveFor: jest.fn() }));

test('says whom to ask, and leaves with nothing kept on this phone', async () => {
  openAsVisitor();
  const calls = fakeApi({ 'DELETE v1/sessions': undefined });
  openSession({ token: 'secret', user: { ...narrowUser, statusId: 6 } });
  const { user } = await show(<ExpiredScreen />, paths.expired);
  expect(
    screen.getByText('Your trial period has expired. To re-activate, please contact our support team.'),
  ).toBeVisible();
  expect(screen.getByRole('link', { name: /support@example.org/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back to the start' }));
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith(paths.root));
  expect(calls).toEqual([{ route: 'DELETE v1/sessions', body: undefined }]);
  expect(localStorage).toHaveLength(0);
  expect(store.getState().session.status).toBe('anonymous');
});
