import { type ReactNode, useRef, useState } from 'react';
import { Button, Card, LiveRegion, Note, Skeleton, Stack, useLoad, useSubmit } from 'shared-ui';
import { useLanguage } from 'shared-ui/languages';
import { styled } from 'styled-components';
import { FailureNote } from '../../components/SectionForm.tsx';

/**
 * Returns the user's entries from the server, plus local additions and removals since.
 * @param fetchEntries called again when the language changes, because the server words the devices
 */
export function useOwnEntries<Entry extends { id: string }>(fetchEntries: () => Promise<Entry[]>) {
  const title = useRef<HTMLHeadingElement>(null);
  const { state, value = [], retry } = useLoad(fetchEntries, [useLanguage()]);
  const [added, setAdded] = useState<Entry[]>([]);
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const known = new Set(value.map(({ id }) => id));
  return {
    title,
    state,
    retry,
    entries: [...value, ...added.filter(({ id }) => !known.has(id))].filter(({ id }) => !removed.has(id)),
    add: (entry: Entry) => setAdded([...added, entry]),
    remove: ({ id }: Entry) => {
      setRemoved(new Set([...removed, id]));
      // The focused button has been removed.
      title.current?.focus({ preventScroll: true });
    },
  };
}

type OwnEntries<Entry extends { id: string }> = ReturnType<typeof useOwnEntries<Entry>>;

interface Props<Entry extends { id: string }> {
  own: OwnEntries<Entry>;
  title: string;
  /** Content between the title and the list. */
  intro?: ReactNode;
  /** Announcement of the last action for screen readers. */
  announcement: string;
  /** Error message, and label of the retry button. */
  failed: string;
  again: string;
  /** Shown instead of an empty list. */
  empty?: ReactNode;
  /** Renders one entry. */
  line(entry: Entry): ReactNode;
  /** Content below the list. */
  children?: ReactNode;
}

/** Settings section that lists the user's entries on all devices, with its loading, failed and empty states. */
export function OwnList<Entry extends { id: string }>(props: Props<Entry>) {
  const { own, title, intro, announcement, failed, again, empty, line, children } = props;
  return (
    <Stack as="section" $gap={16}>
      <h2 ref={own.title} tabIndex={-1}>
        {title}
      </h2>
      {intro}
      <LiveRegion message={announcement} />
      {own.state === 'loading' && <Skeleton label={title} />}
      {own.state === 'failed' && (
        <Note tone="warning">
          <p>{failed}</p>
          <Button variant="plain" compact onClick={own.retry}>
            {again}
          </Button>
        </Note>
      )}
      {own.state === 'ready' && own.entries.length === 0 && empty}
      <Stack as="ul">
        {own.entries.map((entry) => (
          <li key={entry.id}>{line(entry)}</li>
        ))}
      </Stack>
      {children}
    </Stack>
  );
}

const Line = styled(Card)`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--space-3);

  > div {
    flex: 1 1 10rem;
    min-inline-size: 0;
  }
`;

interface OwnLineProps {
  icon: ReactNode;
  device: string;
  /** Below the device. */
  children: ReactNode;
  /** Text of the button, and its full name for screen readers. */
  label: string;
  fullLabel: string;
  /** Shown when the removal fails. */
  failed: string;
  /** Without it, there is no button. */
  remove: (() => Promise<void>) | undefined;
}

/** An entry of the list: its device, and a button that removes it. */
export function OwnLine({ icon, device, children, label, fullLabel, failed, remove }: OwnLineProps) {
  const { state, submit } = useSubmit(async () => remove?.());
  return (
    <Stack $gap={8}>
      <Line>
        {icon}
        <div>
          <strong>{device}</strong>
          {children}
        </div>
        {remove && (
          <Button
            variant="ghost"
            compact
            busy={state === 'sending'}
            onClick={() => void submit()}
            aria-label={fullLabel}
          >
            {label}
          </Button>
        )}
      </Line>
      {state === 'failed' && <FailureNote>{failed}</FailureNote>}
    </Stack>
  );
}
