import type { ReactNode } from 'react';
import { Button, LiveRegion, Note, Skeleton, Stack } from 'shared-ui';
import type { OwnEntries } from './useOwnEntries.ts';

interface Props<Entry extends { id: string }> {
  own: OwnEntries<Entry>;
  title: string;
  /** Between the title and the list. */
  intro?: ReactNode;
  /** What was done last, read out. */
  said: string;
  /** That the list can't be shown, and what the button says that asks again. */
  failed: string;
  again: string;
  /** Stands in the place of an empty list. */
  empty?: ReactNode;
  /** One entry. */
  line(entry: Entry): ReactNode;
  /** Below the list. */
  children?: ReactNode;
}

/** A section of the settings that lists what the person has on other devices, in each of its states. */
export function OwnList<Entry extends { id: string }>(props: Props<Entry>) {
  const { own, title, intro, said, failed, again, empty, line, children } = props;
  return (
    <Stack as="section" $gap={16}>
      <h2 ref={own.title} tabIndex={-1}>
        {title}
      </h2>
      {intro}
      <LiveRegion message={said} />
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
