import Brain from 'lucide-react/icons/brain';
import Footprints from 'lucide-react/icons/footprints';
import HeartPulse from 'lucide-react/icons/heart-pulse';
import House from 'lucide-react/icons/house';
import Pill from 'lucide-react/icons/pill';
import Soup from 'lucide-react/icons/soup';
import { type ReactNode, useState } from 'react';
import { LiveRegion, Note, PanelScreen, Stack, useProfile, useText } from 'shared-ui';
import { TextField, useUnsent } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { words } from '../../screen-words.ts';

/** Categories of digital health resources; keys of the translations. */
export const CATEGORIES = ['conditions', 'medication', 'food', 'moving', 'mind', 'home'] as const;
export type Category = (typeof CATEGORIES)[number];

const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLocaleLowerCase();

/** Returns the categories whose name contains the typed text, ignoring accents and case. */
export function findCategories(typed: string, nameOf: (category: Category) => string): Category[] {
  return CATEGORIES.filter((category) => plain(nameOf(category)).includes(plain(typed.trim())));
}

const ICONS: Record<Category, ReactNode> = {
  conditions: <HeartPulse />,
  medication: <Pill />,
  food: <Soup />,
  moving: <Footprints />,
  mind: <Brain />,
  home: <House />,
};

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr));
  gap: var(--space-3);
  margin: 0;
  padding: 0;
  list-style: none;

  > li {
    display: grid;
  }
`;

const Tile = styled.button`
  --icon: 1.75rem;
  display: grid;
  justify-items: start;
  align-content: space-between;
  gap: var(--space-3);
  min-block-size: 6.5rem;
  padding: var(--space-4);
  border: 2px dashed var(--line-color);
  border-radius: var(--radius-m);
  background: transparent;
  color: var(--ink-soft);
  font: 600 var(--text-m) / var(--line-tight) var(--font);
  text-align: inherit;
  opacity: 0.8;
`;

/** Placeholder for digital health resources: a search box over categories that can't be opened yet. */
export default function ResourcesScreen() {
  const t = useText(words);
  const profile = useProfile();
  const [typed, setTyped] = useState('');
  useUnsent(typed !== '');
  const found = findCategories(typed, (category) => t(`resources.categories.${category}`));
  return (
    <PanelScreen title={profile.isOwn ? t('resources.mine') : t('resources.theirs', { name: profile.firstName })}>
      <Stack $gap={16}>
        <Note>{t('resources.demoNote')}</Note>
        <TextField type="search" label={t('resources.search')} value={typed} onChange={setTyped} />
        <Tiles>
          {found.map((category) => (
            <li key={category}>
              <Tile type="button" disabled>
                {ICONS[category]}
                {t(`resources.categories.${category}`)}
              </Tile>
            </li>
          ))}
        </Tiles>
        {found.length === 0 && <p>{t('resources.none')}</p>}
        <LiveRegion message={found.length === 0 ? t('resources.none') : ''} />
      </Stack>
    </PanelScreen>
  );
}
