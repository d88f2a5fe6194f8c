import ClipboardList from 'lucide-react/icons/clipboard-list';
import House from 'lucide-react/icons/house';
import LogOut from 'lucide-react/icons/log-out';
import Settings from 'lucide-react/icons/settings';
import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import type { Fixture } from '../../gallery/fixture.ts';
import { Animation } from './animation/index.ts';
import { ComboboxField, type ComboboxOption } from './combobox/ComboboxField.tsx';
import { Button, Stack } from './components/index.ts';
import { ConfirmDialog, Dialog, Drawer, type MenuItem, MenuList } from './dialog/index.ts';
import { AccordionSection } from './disclosure/Accordion.tsx';
import { Tabs } from './tabs/Tabs.tsx';

const COUNTRIES: ComboboxOption[] = [
  { value: 'AF', label: 'Afghanistan', detail: '+93' },
  { value: 'CA', label: 'Canada', detail: '+1', suggested: true },
  { value: 'CI', label: 'Côte d’Ivoire', detail: '+225' },
  { value: 'FR', label: 'France', detail: '+33', suggested: true },
  { value: 'JP', label: 'Japan', detail: '+81', suggested: true },
];

/** A country list with its own state. */
export function SampleCombobox({ start = 'CA', error }: { start?: string; error?: string }) {
  const [value, setValue] = useState(start);
  return (
    <ComboboxField
      label="Country"
      hint="Type to search."
      error={error}
      noMatch="No country matches."
      options={COUNTRIES}
      value={value}
      onChange={setValue}
    />
  );
}

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

const ITEMS = [
  { id: 'pdf', label: 'PDF File', panel: <p>The report of your scan, as the radiologist wrote it.</p> },
  { id: 'insights', label: 'Insights', panel: <p>What the report says, in plain words.</p> },
  { id: 'questions', label: 'Questions', panel: <p>Ten questions you may want to ask your doctor.</p> },
];

/** Every state of the components that are loaded on demand, except the forms. */
export const onDemandFixtures: Fixture[] = [
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
  { id: 'tabs--first', render: () => <Tabs label="Brain scan" items={ITEMS} /> },
  { id: 'tabs--second', render: () => <Tabs label="Brain scan" items={ITEMS} initial="insights" /> },
  { id: 'combobox--closed', render: () => <SampleCombobox /> },
  { id: 'combobox--error', render: () => <SampleCombobox start="" error="Please choose a country" /> },
  {
    id: 'accordion--sections',
    render: () => (
      <Stack>
        <h2>Fractured right fibula</h2>
        <AccordionSection title="Activity" open>
          Put no weight on your right leg for two weeks.
        </AccordionSection>
        <AccordionSection title="Pain">Take what you were given, with food.</AccordionSection>
        <AccordionSection title="Hospital Digital Resources" disabled note="Not in the demo" />
      </Stack>
    ),
  },
  { id: 'animation--scan-success', render: () => <Animation name="scan-success" width={260} /> },
  { id: 'animation--loader', render: () => <Animation name="loader" width={160} /> },
  { id: 'animation--compass', render: () => <Animation name="compass" width={360} /> },
];
