import ClipboardList from 'lucide-react/icons/clipboard-list';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import type { Fixture } from '../../../gallery/fixture.ts';
import { Button } from '../components/index.ts';
import { ConfirmDialog, Dialog, Drawer, type MenuItem, MenuList } from './index.ts';

const nothing = () => undefined;

const MENU: MenuItem[] = [
  { id: 'home', label: 'Home', icon: <House />, to: '/app', current: true },
  { id: 'profile', label: 'My Profile', icon: <UserRound />, to: '/profile/1/events' },
  { id: 'plans', label: 'My Care Plans', icon: <ClipboardList />, to: '/profile/1/care-plans' },
  { id: 'settings', label: 'Settings', icon: <Settings />, disabled: true, note: 'Not in the demo' },
  { id: 'out', label: 'Log out', icon: <LogOut />, onPress: nothing },
];

/** A button that opens a dialog. */
function Opener() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Invite Sent" closeLabel="Close">
        <Button>More</Button>
      </Dialog>
    </>
  );
}

/** Every state of the dialogs and the side menu. */
export const dialogFixtures: Fixture[] = [
  { id: 'dialog--opener', render: () => <Opener /> },
  {
    id: 'dialog--message',
    frame: 'window',
    render: () => (
      <Dialog open onClose={nothing} title="Permissions have been updated." closeLabel="Close">
        <p>Sam can now see your results.</p>
      </Dialog>
    ),
  },
  {
    id: 'dialog--confirm',
    frame: 'window',
    render: () => (
      <ConfirmDialog
        open
        title="Start again?"
        confirmLabel="Reset"
        cancelLabel="Cancel"
        danger
        onConfirm={nothing}
        onCancel={nothing}
      >
        Everything this phone keeps for you is deleted. This can’t be undone.
      </ConfirmDialog>
    ),
  },
  {
    id: 'drawer--menu',
    frame: 'window',
    render: () => (
      <Drawer open onClose={nothing} title="Menu" closeLabel="Close">
        <MenuList items={MENU} onLeave={nothing} />
      </Drawer>
    ),
  },
];
