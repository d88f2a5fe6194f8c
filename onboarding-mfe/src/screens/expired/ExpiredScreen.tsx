import CalendarOff from 'lucide-react/icons/calendar-off';
import { Actions, Button, endSession, IconDisc, Page, paths, useSubmit, useText } from 'shared-ui';
import { SupportContacts } from '../../components/SupportContacts.tsx';
import { leaveFor } from '../../page.ts';
import { words } from '../../words.ts';

/** `/expired`: the trial is over; whom to ask, and the way back to the start with nothing kept on this phone. */
export default function ExpiredScreen() {
  const t = useText(words);
  const { state, submit } = useSubmit(async () => {
    await endSession();
    localStorage.clear();
    leaveFor(paths.root);
  });
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
        <Button busy={state === 'sending' || state === 'sent'} onClick={() => submit()}>
          {t('expired.leave')}
        </Button>
      </Actions>
    </Page>
  );
}
