import FileText from 'lucide-react/icons/file-text';
import FileX from 'lucide-react/icons/file-x';
import Folder from 'lucide-react/icons/folder-open';
import ImageIcon from 'lucide-react/icons/image';
import type { Documents } from 'mock-api/contract';
import { Card, EventCard, isPicture, runtimeConfig, SectionTitle, Soft, Stack, useProfile, useText } from 'shared-ui';
import { recordPaths } from 'shared-ui/contract';
import { formatList, HospitalText } from 'shared-ui/details';
import { styled } from 'styled-components';
import { RecordScreen } from '../../components/record/RecordScreen.tsx';
import en from '../../locales/documents.en.json';
import { words } from '../../words-documents.ts';
import { type DocumentItem, useDocumentText } from './useDocumentText.ts';

/** The hospital's documents of one profile, newest first, and what else it sent. */
export default function DocumentsScreen() {
  const t = useText(words);
  const { id, isOwn, firstName } = useProfile();
  const { hospital } = runtimeConfig().brand;
  return (
    <RecordScreen<Documents>
      title={isOwn ? t('list.mine') : t('list.theirs', { name: firstName })}
      part="documents"
      isEmpty={({ documents, kept }) => documents.length + kept.length === 0}
      empty={{ title: t('list.empty', { hospital }), text: t('list.emptyText'), icon: <Folder /> }}
    >
      {({ documents, kept, source }) => (
        <Stack $gap={16}>
          {documents.length === 0 && <p>{t('list.none')}</p>}
          <Stack as="ul">
            {documents.map((item) => (
              <li key={item.id}>
                <DocumentCard item={item} source={source.name} to={`${recordPaths.documents(id)}/${item.id}`} />
              </li>
            ))}
          </Stack>
          {kept.length > 0 && <Kept kept={kept} />}
        </Stack>
      )}
    </RecordScreen>
  );
}

const Line = styled.span`
  display: block;
  color: var(--ink-soft);
  font-weight: 400;
  font-size: var(--text-s);

  &[data-trouble] {
    color: var(--new);
    font-weight: 620;
  }
`;

function DocumentCard({ item, source, to }: { item: DocumentItem; source: string; to: string }) {
  const t = useText(words);
  const text = useDocumentText();
  const { title, lang, media, cannotOpen, status } = item;
  return (
    <EventCard
      name={
        <>
          <HospitalText lang={lang}>{title}</HospitalText>
          {cannotOpen && <Line data-trouble="">{t(`cannotOpen.${cannotOpen}`)}</Line>}
          {status && <Line>{status}</Line>}
        </>
      }
      status="COMPLETED"
      time={formatList([text.date(item), text.kind(item), source], ' · ')}
      icon={cannotOpen ? <FileX /> : media && isPicture(media) ? <ImageIcon /> : <FileText />}
      to={to}
    />
  );
}

type KnownType = keyof typeof en.kept.type;

/** FHIR resources that have a name in plain words. */
const isKnown = (type: string): type is KnownType => Object.hasOwn(en.kept.type, type);

const Counts = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--space-1) var(--space-4);

  > div {
    display: contents;
  }
  dt {
    hyphens: auto;
    overflow-wrap: anywhere;
  }
  dd {
    font-weight: 560;
    text-align: end;
  }
`;

/** What the hospital sent and no screen shows, by kind and number. */
function Kept({ kept }: Pick<Documents, 'kept'>) {
  const t = useText(words);
  const counts = new Map<string, number>();
  for (const { type, count } of kept) {
    const name = isKnown(type) ? t(`kept.type.${type}`) : t('kept.other');
    counts.set(name, (counts.get(name) ?? 0) + count);
  }
  const named = [...counts].sort(([one], [other]) => one.localeCompare(other));
  return (
    <Stack as="section">
      <SectionTitle>{t('kept.title')}</SectionTitle>
      <Card>
        <Stack>
          <Soft>{t('kept.text')}</Soft>
          <Counts>
            {named.map(([name, count]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{count}</dd>
              </div>
            ))}
          </Counts>
        </Stack>
      </Card>
    </Stack>
  );
}
