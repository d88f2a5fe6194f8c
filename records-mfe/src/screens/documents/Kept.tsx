import type { Documents } from 'mock-api/contract';
import { Card, SectionTitle, Soft, Stack, useText } from 'shared-ui';
import { styled } from 'styled-components';
import en from '../../locales/documents.en.json';
import { words } from '../../words-documents.ts';

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
export function Kept({ kept }: Pick<Documents, 'kept'>) {
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
