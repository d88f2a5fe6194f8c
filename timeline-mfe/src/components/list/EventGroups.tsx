import Check from 'lucide-react/icons/check';
import Pencil from 'lucide-react/icons/pencil';
import type { CareEvent } from 'mock-api/contract';
import { Fragment, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button, SectionTitle, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import { words } from '../../words.ts';
import type { AnsweredRequest } from '../RequestAnswer.tsx';
import type { EventListProps } from './DrawnEvents.tsx';
import { EventList } from './EventList.tsx';
import { type Deletion, isDeletable } from './useDeletion.tsx';

/** A list's heading with its Edit button. */
export const GroupHead = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 0 var(--space-3);
  max-inline-size: var(--card-max);
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

/** Toggles the delete buttons of a list. */
export function EditButton({ isEditing, onToggle }: { isEditing: boolean; onToggle(): void }) {
  const t = useText(words);
  return (
    <Button variant="plain" compact icon={isEditing ? <Check /> : <Pencil />} onClick={onToggle}>
      {isEditing ? t('events.done') : t('events.edit')}
    </Button>
  );
}

interface EventGroup {
  title: string;
  events: CareEvent[];
  /** Content above the group, also if it has no events. */
  before?: ReactNode;
  /** Content of the group before its events. */
  lead?: ReactNode;
}

interface EventGroupsProps {
  groups: EventGroup[];
  deletion: Deletion;
  onAnswered?: ((answered: AnsweredRequest) => void) | undefined;
}

/** Event lists under their headings. One Edit button above them shows the delete buttons. */
export function EventGroups({ groups, deletion, onAnswered }: EventGroupsProps) {
  const [isEditing, setIsEditing] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const first = groups.find(({ events }) => events.length > 0);
  useFocusAfterUndo(place, deletion.restoredId);
  const editButton = <EditButton isEditing={isEditing} onToggle={() => setIsEditing(!isEditing)} />;
  const hasDeletable = groups.some(({ events }) => events.some(isDeletable));
  return (
    <Stack ref={place} tabIndex={-1}>
      {groups.map((group) => (
        <Fragment key={group.title}>
          {group.before}
          {(group.events.length > 0 || group.lead) && (
            <Group
              title={group.title}
              lead={group.lead}
              events={group.events}
              editButton={group === first && hasDeletable && editButton}
              hasButtons={isEditing}
              focusOn={deletion.restoredId}
              onDelete={deletion.remove}
              onAnswered={onAnswered}
            />
          )}
        </Fragment>
      ))}
    </Stack>
  );
}

interface GroupProps extends Omit<EventListProps, 'name' | 'labelledBy'> {
  title: string;
  lead: ReactNode;
  editButton: ReactNode;
}

function Group({ title, lead, editButton, ...list }: GroupProps) {
  const id = useId();
  return (
    <section>
      <GroupHead>
        <SectionTitle id={id}>{title}</SectionTitle>
        {editButton}
      </GroupHead>
      {lead}
      {list.events.length > 0 && <EventList {...list} name={title} labelledBy={id} />}
    </section>
  );
}

/**
 * Keeps the focus at the lists until the restored event appears: the Undo button disappears with its toast. An event
 * that reappears immediately, as after a failed deletion, already has the focus.
 */
function useFocusAfterUndo(place: React.RefObject<HTMLElement | null>, restoredId: string | null): void {
  useEffect(() => {
    if (restoredId === null || place.current?.contains(document.activeElement)) return;
    place.current?.focus({ preventScroll: true });
  }, [place, restoredId]);
}
