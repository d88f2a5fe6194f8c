import ShieldCheck from 'lucide-react/icons/shield-check';
import type { ReactElement, ReactNode } from 'react';
import { EmptyState, LinkButton, Row, Stack, useText } from 'shared-ui';
import { DeskPage } from '../../components/DeskPage.tsx';
import { PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { useFileButton } from '../../components/useFileButton.tsx';
import { words } from '../../words.ts';

interface Props<T> {
  /** The list, which is the beginning of its texts' keys. */
  name: 'openings' | 'patterns';
  columns: readonly string[];
  /** Fetches the page after the entry with this id; without an id, the first page. */
  fetchPage(after?: string): Promise<T[]>;
  fetchFile(): Promise<Blob>;
  fileName: string;
  /** The other list. */
  other: { title: string; path: string; icon: ReactElement };
  /** Renders one entry as an `EntryRow`; stable. */
  children(entry: T): ReactNode;
}

/** Page of a list for the privacy officer, which can be saved as a file. */
export function PrivacyList<T extends { id: string }>({
  name,
  columns,
  fetchPage,
  fetchFile,
  fileName,
  other,
  children,
}: Props<T>) {
  const t = useText(words);
  const pages = usePages(fetchPage, []);
  const save = useFileButton(t(`${name}.save`), fetchFile, fileName);
  return (
    <DeskPage
      title={t(`${name}.title`)}
      intro={t(`${name}.intro`)}
      tools={
        <Row>
          <LinkButton compact variant="ghost" icon={other.icon} to={other.path}>
            {other.title}
          </LinkButton>
          {save.button}
        </Row>
      }
    >
      <Stack $gap={16}>
        {save.failure}
        <PagedList
          pages={pages}
          label={t(`${name}.title`)}
          columns={columns}
          failed={t(`${name}.failed`)}
          empty={<EmptyState icon={<ShieldCheck />} title={t(`${name}.empty`)} text={t(`${name}.emptyText`)} />}
        >
          {children}
        </PagedList>
      </Stack>
    </DeskPage>
  );
}
