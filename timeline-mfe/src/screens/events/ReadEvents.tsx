import ChevronDown from 'lucide-react/icons/chevron-down';
import type { CareEvent } from 'mock-api/contract';
import { useId, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { defineSlice, SectionTitle, useText } from 'shared-ui';
import { useNow } from 'shared-ui/details';
import { styled } from 'styled-components';
import { type Deletion, isDeletable } from '../../components/list/deletion/useDeletion.tsx';
import { EditButton, GroupHead } from '../../components/list/EventGroups.tsx';
import { EventList } from '../../components/list/EventList.tsx';
import { words } from '../../words.ts';

/** Same distance as between the lists above: the heading belongs to the content below it. */
const Read = styled.section`
  margin-block-start: var(--space-4);
`;

const Opener = styled.button`
  display: flex;
  align-items: center;
  gap: var(--space-2);
  min-block-size: var(--target);
  padding: 0;
  border: 0;
  background: transparent;
  color: inherit;
  font: inherit;
  text-align: start;

  > svg {
    flex: none;
    color: var(--brand);
    transition: transform var(--fade);
  }
  &[aria-expanded='true'] > svg {
    transform: rotate(180deg);
  }
`;

/** The history entry on which the section was left open; navigating back to it restores the section. */
const readEvents = defineSlice<{ openVisit: string | null }>('timeline/read-events', { initial: { openVisit: null } });

function useOpen(): [isOpen: boolean, toggle: () => void] {
  const { key } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const [isOpen, setIsOpen] = useState(isBack && readEvents.get().openVisit === key);
  const toggle = () => {
    readEvents.update({ openVisit: isOpen ? null : key });
    setIsOpen(!isOpen);
  };
  return [isOpen, toggle];
}

interface ReadEventsProps {
  /** Newest first. */
  events: CareEvent[];
  deletion: Deletion;
}

const nothing = () => undefined;

/** Collapsible section with the read events of all stays; renders nothing if there are none. */
export function ReadEvents({ events, deletion }: ReadEventsProps) {
  const t = useText(words);
  const now = useNow();
  const id = useId();
  const [isOpen, toggle] = useOpen();
  const [isEditing, setIsEditing] = useState(false);
  if (events.length === 0) return null;
  return (
    <Read>
      <GroupHead>
        <SectionTitle id={id}>
          <Opener type="button" aria-expanded={isOpen} onClick={toggle}>
            {t('events.read', { count: events.length })}
            <ChevronDown aria-hidden="true" />
          </Opener>
        </SectionTitle>
        {isOpen && events.some(isDeletable) && (
          <EditButton isEditing={isEditing} onToggle={() => setIsEditing(!isEditing)} />
        )}
      </GroupHead>
      {isOpen && (
        <EventList
          events={events}
          now={now}
          name="read"
          labelledBy={id}
          hasButtons={isEditing}
          focusOn={deletion.restoredId}
          onDelete={deletion.remove}
          onAnswered={nothing}
        />
      )}
    </Read>
  );
}
