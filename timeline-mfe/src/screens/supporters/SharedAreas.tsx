import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import type { SupporterPermissions } from 'mock-api/contract';
import { useId } from 'react';
import { Card, Soft, Stack, useText } from 'shared-ui';
import { OPENS, type SharedArea } from 'shared-ui/contract';
import { defineCatalogue } from 'shared-ui/languages';
import { styled } from 'styled-components';
import en from '../../locales/sharing.en.json';

export const sharingWords = defineCatalogue(
  'timeline-mfe/sharing',
  en,
  (tag) => import(`../../locales/sharing.${tag}.json`),
);

/** In the order of a supporter's home. */
const AREAS: readonly SharedArea[] = ['status', 'results', 'care', 'record', 'feedback'];

const Group = styled.li`
  display: flex;
  align-items: start;
  gap: var(--space-3);

  > svg {
    flex: none;
    color: var(--act);
  }
  &[data-open='false'] > svg {
    color: var(--ink-soft);
  }
  > div {
    flex: 1;
    min-inline-size: 0;
    overflow-wrap: anywhere;
  }
`;

interface AreaListProps {
  /** Id of the element that names the list. */
  titleId: string;
  permissions: SupporterPermissions;
  /** Returns the name of something in this area. */
  exampleOf?(area: SharedArea): string | undefined;
}

/** The parts of a patient's data, each with whether these permissions open it. */
export function AreaList({ titleId, permissions, exampleOf }: AreaListProps) {
  const t = useText(sharingWords);
  return (
    <Stack as="ul" aria-labelledby={titleId}>
      {AREAS.map((area) => {
        const isOpen = OPENS[area](permissions);
        const example = isOpen ? exampleOf?.(area) : undefined;
        return (
          <Group key={area} data-open={isOpen}>
            {isOpen ? <Eye /> : <EyeOff />}
            <div>
              <p>
                {t(`area.${area}`)}: <strong>{t(isOpen ? 'open' : 'closed')}</strong>
              </p>
              {example && <Soft>{t('example', { event: example })}</Soft>}
            </div>
          </Group>
        );
      })}
    </Stack>
  );
}

/** What a patient shares with the user, and how to get more. */
export function SharedWithYou({ name, permissions }: { name: string; permissions: SupporterPermissions }) {
  const t = useText(sharingWords);
  const title = useId();
  const hasHidden = AREAS.some((area) => !OPENS[area](permissions));
  return (
    <Card as="section" aria-labelledby={title}>
      <Stack>
        <h2 id={title}>{t('mine', { name })}</h2>
        <AreaList titleId={title} permissions={permissions} />
        {hasHidden && <Soft>{t('more', { name })}</Soft>}
      </Stack>
    </Card>
  );
}
