import CalendarOff from 'lucide-react/icons/calendar-off';
import { useState } from 'react';
import { Actions, Button, endSession, IconDisc, Page, paths, useText } from 'shared-ui';
import { SupportContacts } from '../../components/SupportContacts.tsx';
import { leaveFor } from '../../page.ts';
import { words } from '../../words.ts';

/** `/expired`: the trial is over; whom to ask, and the way back to the start with nothing kept on this phone. */
export default function ExpiredScreen() {
  const t = useText(words);
  const [isBusy, setIsBusy] = useState(false);
  const leave = async () => {
    setIsBusy(true);
    await endSession();
    localStorage.clear();
    leaveFor(paths.root);
  };
  return (
    <Page
      mark={
        <IconDisc>
          <CalendarOff />
        </IconDisc>
      }
      title={t('expired.title')}
      intro={t('expired.text')}
    >
      <SupportContacts />
      <Actions>
        <Button busy={isBusy} onClick={leave}>
          {t('expired.leave')}
        </Button>
      </Actions>
    </Page>
  );
}
