import type { ReactNode } from 'react';
import { Button, LiveRegion, Note, Skeleton, Stack } from 'shared-ui';
import type { OwnEntries } from './useOwnEntries.ts';

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
