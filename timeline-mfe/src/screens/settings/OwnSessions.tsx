import type { OpenSession } from 'mock-api/contract';
import { useRef, useState } from 'react';
import { Button, LiveRegion, Note, Skeleton, Stack, useLoad, useLocale, useSubmit, useText } from 'shared-ui';
import { endOwnSession, fetchOwnSessions } from '../../api/own-sessions.ts';
import { words } from '../../words-sessions.ts';
import { SessionLine } from './SessionLine.tsx';

/** Where the person is signed in, by device and last use; each of the others can be ended. */
export function OwnSessions() {
  const t = useText(words);
  const title = useRef<HTMLHeadingElement>(null);
  // The server words the devices: another language is another list.
  const { state, value = [], retry } = useLoad(fetchOwnSessions, [useLocale()]);
  const [ended, setEnded] = useState<OpenSession[]>([]);
  const onEnded = (session: OpenSession) => {
    setEnded([...ended, session]);
    // The button that had the focus is gone.
    title.current?.focus({ preventScroll: true });
  };
  const open = value.filter(({ id }) => !ended.some((session) => session.id === id));
  const last = ended.at(-1);
  return (
    <Stack as="section" $gap={16}>
      <h2 ref={title} tabIndex={-1}>
        {t('title')}
      </h2>
      <LiveRegion message={last ? t('ended', { device: last.device }) : ''} />
      {state === 'loading' && <Skeleton label={t('title')} />}
      {state === 'failed' && (
        <Note tone="warning">
          <p>{t('failed')}</p>
          <Button variant="plain" compact onClick={retry}>
            {t('again')}
          </Button>
        </Note>
      )}
      <Stack as="ul">
        {open.map((session) => (
          <li key={session.id}>
            <EndableSession session={session} onEnded={onEnded} />
          </li>
        ))}
      </Stack>
    </Stack>
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
