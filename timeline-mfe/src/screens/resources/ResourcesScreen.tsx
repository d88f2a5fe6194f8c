import { useState } from 'react';
import { Button, LiveRegion, Note, PanelScreen, Stack, useProfile, useText } from 'shared-ui';
import { TextField } from 'shared-ui/forms';
import { words } from '../../words.ts';
import { findCategories } from './categories.ts';

/** A place for digital health resources to come: a search box over categories that can't be opened yet. */
export default function ResourcesScreen() {
  const t = useText(words);
  const profile = useProfile();
  const [typed, setTyped] = useState('');
  const found = findCategories(typed, (category) => t(`resources.categories.${category}`));
  return (
    <PanelScreen title={profile.isOwn ? t('resources.mine') : t('resources.theirs', { name: profile.firstName })}>
      <Stack>
        <Note>{t('resources.note')}</Note>
        <TextField type="search" label={t('resources.search')} value={typed} onChange={setTyped} />
        {found.map((category) => (
          <Button key={category} variant="ghost" disabled>
            {t(`resources.categories.${category}`)}
          </Button>
        ))}
        {found.length === 0 && <p>{t('resources.none')}</p>}
        <LiveRegion message={found.length === 0 ? t('resources.none') : ''} />
      </Stack>
    </PanelScreen>
  );
}
