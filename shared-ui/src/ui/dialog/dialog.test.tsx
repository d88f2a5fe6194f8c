import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { pretendVisible } from '../../testing/rendering.tsx';
import { ConfirmDialog, Dialog, Drawer, MenuList } from './Dialog.tsx';

pretendVisible();

function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Invite Sent" closeLabel="Close">
        <button type="button">More</button>
      </Dialog>
    </>
  );
}

it.each(['Escape', 'the close button'])('Dialog traps the focus, closes by %s and returns the focus', async (way) => {
  render(<Opener />);
  const button = (name: string) => screen.getByRole('button', { name });
  await userEvent.click(screen.getByText('Open'));
  await screen.findByRole('dialog', { name: 'Invite Sent' });
  await waitFor(() => expect(button('Close')).toHaveFocus());
  await userEvent.tab();
  expect(button('More')).toHaveFocus();
  await userEvent.tab();
  expect(button('Close')).toHaveFocus();
  await userEvent.tab({ shift: true });
  expect(button('More')).toHaveFocus();
  if (way === 'Escape') await userEvent.keyboard('{Escape}');
  else await userEvent.click(button('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.getByText('Open')).toHaveFocus());
});

it('ConfirmDialog focuses cancel first when confirming is destructive', async () => {
  const [onConfirm, onCancel] = [jest.fn(), jest.fn()];
  const labels = { title: 'Start again?', confirmLabel: 'Reset', cancelLabel: 'Cancel' };
  render(
    <ConfirmDialog open danger {...labels} {...{ onConfirm, onCancel }}>
      This can’t be undone.
    </ConfirmDialog>,
  );
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  expect(onCancel).toHaveBeenCalledTimes(1);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

it('MenuList marks the current page, calls onLeave for an entry, and keeps a disabled one without effect', async () => {
  const [leave, signOut] = [jest.fn(), jest.fn()];
  render(
    <MemoryRouter>
      <Drawer open onClose={() => undefined} title="Menu">
        <MenuList
          onLeave={leave}
          items={[
            { id: 'home', label: 'Home', icon: null, to: '/app', current: true },
            { id: 'settings', label: 'Settings', icon: null, to: '/app/settings', disabled: true },
            { id: 'out', label: 'Log out', icon: null, onPress: signOut },
          ]}
        />
      </Drawer>
    </MemoryRouter>,
  );
  expect(await screen.findByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
  const settings = screen.getByRole('button', { name: 'Settings' });
  expect(settings).toHaveAttribute('aria-disabled', 'true');
  await userEvent.click(settings);
  expect(leave).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(leave).toHaveBeenCalledTimes(1);
  expect(signOut).toHaveBeenCalledTimes(1);
});
