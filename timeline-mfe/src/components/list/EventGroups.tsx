import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import type { CareEvent } from 'mock-api/contract';
import { useEffect, useId, useRef, useState } from 'react';
import { Button, SectionTitle, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import { useNow } from '../useNow.ts';
import { EventList } from './EventList.tsx';
import type { Deletion } from './useDeletion.ts';

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--space-3);
  max-inline-size: var(--card-max);
  min-block-size: var(--target);
  margin-block-end: var(--space-1);

  > h2 {
    margin: 0;
  }
  > button {
    --icon: 1.125rem;
    margin-inline-end: calc(-1 * var(--space-2));
    padding-inline: var(--space-2);
    color: var(--ink-soft);
    font-size: var(--text-s);
  }
`;

export interface EventGroup {
  title: string;
  events: CareEvent[];
}

interface EventGroupsProps {
  groups: EventGroup[];
  deletion: Deletion;
  onAccepted?: ((event: CareEvent) => void) | undefined;
}

const nothing = () => undefined;

/** Lists of events under their headings, with one button above them that shows the buttons to delete. */
export function EventGroups({ groups, deletion, onAccepted = nothing }: EventGroupsProps) {
  const t = useText(words);
  const now = useNow();
  const [isTidying, setIsTidying] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const shown = groups.filter(({ events }) => events.length > 0);
  useFocusAfterUndo(place, deletion.restoredId);
  const tidy = (
    <Button variant="plain" compact icon={isTidying ? <Check /> : <Pencil />} onClick={() => setIsTidying(!isTidying)}>
      {isTidying ? t('events.done') : t('events.edit')}
    </Button>
  );
  return (
    <Stack ref={place} tabIndex={-1}>
      {shown.map((group, index) => (
        <Group key={group.title} title={group.title} tidy={index === 0 && tidy}>
          {(labelledBy) => (
            <EventList
              events={group.events}
              now={now}
              name={group.title}
              labelledBy={labelledBy}
              hasButtons={isTidying}
              focusOn={deletion.restoredId}
              onDelete={deletion.remove}
              onAccepted={onAccepted}
            />
          )}
        </Group>
      ))}
    </Stack>
  );
}

interface GroupProps {
  title: string;
  tidy: React.ReactNode;
  /** Draws the list that the heading of this id names. */
  children(labelledBy: string): React.ReactNode;
}

function Group({ title, tidy, children }: GroupProps) {
  const id = useId();
  return (
    <section>
      <Head>
        <SectionTitle id={id}>{title}</SectionTitle>
        {tidy}
      </Head>
      {children(id)}
    </section>
  );
}

/** Undo's own button goes with the message it stands in: until the event is back, the focus waits at the lists. */
function useFocusAfterUndo(place: React.RefObject<HTMLElement | null>, restoredId: string | null): void {
  useEffect(() => {
    if (restoredId !== null) place.current?.focus({ preventScroll: true });
  }, [place, restoredId]);
}
