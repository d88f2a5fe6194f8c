import { useLoad, useText } from 'shared-ui';
import { SelectField } from 'shared-ui/forms';
import { fetchWards } from '../api/board.ts';
import { words } from '../words.ts';
import { ListFilters } from './paging/PagedList.tsx';

/** Chooses one ward; empty for all. */
export function WardFilter({ ward, onChoose }: { ward: string; onChoose(ward: string): void }) {
  const t = useText(words);
  const { value } = useLoad(fetchWards, []);
  const wards = new Set([...(value ?? []), ...(ward === '' ? [] : [ward])]);
  return (
    <ListFilters>
      <SelectField
        label={t('board.ward')}
        value={ward}
        onChange={onChoose}
        options={[
          { value: '', label: t('board.allWards') },
          ...[...wards].map((name) => ({ value: name, label: name })),
        ]}
      />
    </ListFilters>
  );
}
