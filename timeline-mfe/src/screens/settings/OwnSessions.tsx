import type { OpenSession } from 'mock-api/contract';
import { useState } from 'react';
import { Note, Stack, useSubmit, useText } from 'shared-ui';
import { endOwnSession, fetchOwnSessions } from '../../api/own-sessions.ts';
import { words } from '../../words-sessions.ts';
import { OwnList } from './OwnList.tsx';
import { SessionLine } from './SessionLine.tsx';
import { useOwnEntries } from './useOwnEntries.ts';

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
      {state === 'failed' && (
        <Note tone="error" live="alert">
          {t('endFailed', { device: session.device })}
        </Note>
      )}
    </Stack>
  );
}
