import CloudUpload from 'lucide-react/icons/cloud-upload';
import type { CareEvent } from 'mock-api/contract';
import type { ReactNode } from 'react';
import { EventCard, useStore, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../words.ts';
import { eventIcon } from './event-icon.tsx';
import { eventPath } from './event-path.ts';
import { useStatusWord } from './useStatusWord.ts';
import { when } from './when.ts';

const Line = styled.span`
  display: block;
  font-weight: 400;
`;

export interface EventItemProps {
  event: CareEvent;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether pressing the card opens the event. Defaults to true. */
  opens?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}

/** Returns the label for this event's unsent feedback, or undefined if it has been sent. */
function useUnsentWord(id: string): string | undefined {
  const t = useText(words);
  const state = useStore(({ delivery }) => delivery.unsent.find(({ about }) => about === id)?.state);
  if (state === 'waiting') return t('unsent.waiting');
  return state === 'refused' ? t('unsent.refused') : undefined;
}

/** An event in a list: what happened, its status as text, and when. */
export function EventItem({ event, now, opens = true, aside, children }: EventItemProps) {
  const t = useText(words);
  const unsent = useUnsentWord(event.id);
  const status = useStatusWord(event.status);
  return (
    <EventCard
      name={
        <>
          {event.name}
          {event.content && <Line>{event.content}</Line>}
        </>
      }
      status={event.status}
      word={unsent ?? status}
      time={when(event.createdAt, now, t)}
      icon={unsent ? <CloudUpload /> : eventIcon(event)}
      to={opens ? eventPath(event) : undefined}
      aside={aside}
    >
      {children}
    </EventCard>
  );
}
