import Hourglass from 'lucide-react/icons/hourglass';
import type { PhoneChangeState } from 'mock-api/contract';
import { useEffect } from 'react';
import { Actions, Button, IconDisc, LinkButton, Note, Page, paths, recheckSession, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { SupportContacts } from '../../components/SupportContacts.tsx';
import { words } from '../../words-account.ts';

/** How often the screen asks whether the number was confirmed (ms). */
const POLL_INTERVAL_MS = 5_000;

const Ways = styled.ul`
  display: grid;
  gap: var(--space-2);
  margin: 0;
  padding-inline-start: var(--space-5);
`;

/** Asks the server again while the page is visible, and as soon as the user returns to it. */
function useSessionPolling(): void {
  useEffect(() => {
    const poll = () => {
      if (!document.hidden) void recheckSession();
    };
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    document.addEventListener('visibilitychange', poll);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', poll);
    };
  }, []);
}

interface Props {
  change: PhoneChangeState;
  /** Whether a link went to an email, too. */
  hasEmail: boolean;
  /** Called when the user wants to enter another number. */
  onOther(): void;
}

/**
 * Says how a new number is confirmed: by a link sent to the old number or to the email, or at the desk. The screen goes
 * on by itself once the session has the new number.
 */
export function AwaitingConfirmation({ change, hasEmail, onOther }: Props) {
  const t = useText(words);
  useSessionPolling();
  const phone = change.maskedPhone.replaceAll(' ', '\u00a0');
  const mark = (
    <IconDisc>
      <Hourglass />
    </IconDisc>
  );
  return (
    <Page mark={mark} title={t('newMobile.waiting')} intro={t('newMobile.waitingText', { phone })}>
      <Stack $gap={16}>
        <p>{t(hasEmail ? 'newMobile.ways' : 'newMobile.twoWays')}</p>
        <Ways>
          <li>{t('newMobile.byText')}</li>
          {hasEmail && <li>{t('newMobile.byEmail')}</li>}
          <li>{t('newMobile.atDesk')}</li>
        </Ways>
        <Note live="status">{t('newMobile.goesOn')}</Note>
        <SupportContacts />
      </Stack>
      <Actions>
        <Button variant="ghost" onClick={onOther}>
          {t('newMobile.other')}
        </Button>
        <LinkButton to={paths.onboarding.pinCode} variant="plain">
          {t('newMobile.oldNumber')}
        </LinkButton>
      </Actions>
    </Page>
  );
}
