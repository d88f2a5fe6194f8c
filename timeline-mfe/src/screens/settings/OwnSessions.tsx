import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone';
import type { OpenSession } from 'mock-api/contract';
import { useState } from 'react';
import { Button, defineWords, formatDate, formatTime, Soft, Stack, useSubmit, useText } from 'shared-ui';
import { endOwnSession, fetchOwnSessions } from '../../api/account.ts';
import { FailureNote } from '../../components/SectionForm.tsx';
import en from '../../locales/sessions.en.json';
import fr from '../../locales/sessions.fr.json';
import { OwnList, SettingsLine, useOwnEntries } from './OwnList.tsx';

const words = defineWords('timeline-sessions', { en, fr });

/** The user's sessions by device and last use. All but the current one can be ended. */
export function OwnSessions() {
  const t = useText(words);
  const own = useOwnEntries(fetchOwnSessions);
  const [ended, setEnded] = useState<string>();
  return (
    <OwnList
      own={own}
      title={t('title')}
      announcement={ended === undefined ? '' : t('ended', { device: ended })}
      failed={t('failed')}
      again={t('again')}
      line={(session) => (
        <EndableSession
          session={session}
          onEnded={(session) => {
            own.remove(session);
            setEnded(session.device);
          }}
        />
      )}
    />
  );
}

function EndableSession({ session, onEnded }: { session: OpenSession; onEnded(session: OpenSession): void }) {
  const t = useText(words);
  const { state, submit } = useSubmit(async () => {
    await endOwnSession(session.id);
    onEnded(session);
  });
  return (
    <Stack $gap={8}>
      <SessionLine session={session} busy={state === 'sending'} onEnd={() => void submit()} />
      {state === 'failed' && <FailureNote>{t('endFailed', { device: session.device })}</FailureNote>}
    </Stack>
  );
}

interface Props {
  session: OpenSession;
  busy: boolean;
  onEnd(): void;
}

/**
 * A session: its device, its last use and a button that ends it. The current one is ended with "Log out" in the menu.
 */
function SessionLine({ session: { current, device, lastUsedAt }, busy, onEnd }: Props) {
  const t = useText(words);
  const moment = `${formatDate(lastUsedAt)}, ${formatTime(lastUsedAt)}`;
  return (
    <SettingsLine>
      <MonitorSmartphone />
      <div>
        <strong>{device}</strong>
        <Soft>{current ? t('here') : t('used', { moment })}</Soft>
      </div>
      {!current && (
        <Button variant="ghost" compact busy={busy} onClick={onEnd} aria-label={t('endOn', { device })}>
          {t('end')}
        </Button>
      )}
    </SettingsLine>
  );
}
