import Check from 'lucide-react/icons/check';
import Footprints from 'lucide-react/icons/footprints';
import type { DeskRequest } from 'mock-api/contract';
import { type ReactNode, useState } from 'react';
import { Button, Row, useSubmit, useText } from 'shared-ui';
import { releaseRequest, takeRequest } from '../../api/board.ts';
import { markDone } from '../../api/waiting.ts';
import { words } from '../../words.ts';
import { RequestState } from './RequestState.tsx';

/** Runs what staff do about one request, and reports the changed request with a message that confirms it. */
export function useRequestActions(onChanged: (request: DeskRequest, message: string) => void) {
  const [running, setRunning] = useState<string>();
  const { state, error, submit } = useSubmit(async (action: () => Promise<DeskRequest>, message: string) =>
    onChanged(await action(), message),
  );
  const isSending = state === 'sending';
  const run = (key: string, action: () => Promise<DeskRequest>, message: string) => {
    setRunning(key);
    void submit(action, message);
  };
  /** Returns the props of a button that runs an action. */
  const act = (key: string, action: () => Promise<DeskRequest>, message: string) => ({
    busy: running === key && isSending,
    onClick: () => run(key, action, message),
  });
  return { act, run, running, isSending, error };
}

interface Props {
  request: DeskRequest;
  actions: ReturnType<typeof useRequestActions>;
  /** Label of the button that ends the request, and the message that confirms it. */
  done: string;
  nowDone: string;
  /** Further buttons. */
  children?: ReactNode;
}

/** Who is on a request, and the buttons to take it, to hand it back and to end it. */
export function RequestActions({ request, actions: { act, running }, done, nowDone, children }: Props) {
  const t = useText(words);
  const { id, status, patient } = request;
  const { name } = patient;
  const isTaken = status === 'on-the-way';
  return (
    <>
      <RequestState request={request} takesFocus={isTaken && running === 'take'} />
      <Row $gap={8}>
        {!isTaken && (
          <Button compact icon={<Footprints />} {...act('take', () => takeRequest(id), t('board.nowTaken', { name }))}>
            {t('board.take')}
          </Button>
        )}
        {children}
        {isTaken && (
          <Button
            compact
            variant="plain"
            {...act('release', () => releaseRequest(id), t('board.nowReleased', { name }))}
          >
            {t('board.release')}
          </Button>
        )}
        <Button
          compact
          variant={isTaken ? 'primary' : 'ghost'}
          icon={<Check />}
          {...act('done', () => markDone(id), nowDone)}
        >
          {done}
        </Button>
      </Row>
    </>
  );
}
