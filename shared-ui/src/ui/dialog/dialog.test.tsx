import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router';
import { pretendVisible } from '../../testing/rendering.tsx';
import { ConfirmDialog, Dialog, Drawer, MenuList } from './index.ts';

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

describe('Dialog', () => {
  it('traps the focus while it is open', async () => {
    render(<Opener />);
    await userEvent.click(screen.getByText('Open'));
    await screen.findByRole('dialog', { name: 'Invite Sent' });
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus());
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'More' })).toHaveFocus();
  });

  it.each(['Escape', 'the close button'])('closes by %s and returns the focus', async (way) => {
    render(<Opener />);
    await userEvent.click(screen.getByText('Open'));
    await screen.findByRole('dialog');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus());
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(screen.getByText('Open')).toHaveFocus());
  });
});

describe('ConfirmDialog', () => {
  it('focuses cancel first when confirming is destructive', async () => {
    const confirm = jest.fn();
    const cancel = jest.fn();
    render(
      <ConfirmDialog
        open
        danger
        title="Start again?"
        confirmLabel="Reset"
        cancelLabel="Cancel"
        onConfirm={confirm}
        onCancel={cancel}
      >
        This can’t be undone.
      </ConfirmDialog>,
    );
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
    await userEvent.keyboard('{Enter}');
    expect(cancel).toHaveBeenCalledTimes(1);
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
    expect(confirm).toHaveBeenCalledTimes(1);
  });
});

describe('the side menu', () => {
  const leave = jest.fn();
  const logOut = jest.fn();
  const show = () =>
    render(
      <MemoryRouter>
        <Drawer open onClose={() => undefined} title="Menu">
          <MenuList
            onLeave={leave}
            items={[
              { id: 'home', label: 'Home', icon: null, to: '/app', current: true },
              { id: 'settings', label: 'Settings', icon: null, to: '/app/settings', disabled: true },
              { id: 'out', label: 'Log out', icon: null, onPress: logOut },
            ]}
          />
        </Drawer>
      </MemoryRouter>,
    );
  beforeEach(() => {
    leave.mockClear();
    logOut.mockClear();
  });

  it('marks the current page, and calls onLeave when an entry is chosen', async () => {
    show();
    expect(await screen.findByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page');
    await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
    expect(leave).toHaveBeenCalledTimes(1);
    expect(logOut).toHaveBeenCalledTimes(1);
  });

  it('keeps a disabled entry readable and without effect', async () => {
    show();
    const settings = await screen.findByRole('button', { name: 'Settings' });
    expect(settings).toHaveAttribute('aria-disabled', 'true');
    await userEvent.click(settings);
    expect(leave).not.toHaveBeenCalled();
  });
});
