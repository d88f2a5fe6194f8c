import Cable from 'lucide-react/icons/cable';
import FileHeart from 'lucide-react/icons/file-heart';
import Languages from 'lucide-react/icons/languages';
import type { DeskRecordLinkItem } from 'mock-api/contract';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { EmptyState, formatMoment, LinkButton, Row, Stack, staffPaths, useText } from 'shared-ui';
import { useChange } from 'shared-ui/details';
import { SelectField } from 'shared-ui/forms';
import { FEED_PATH } from '../../api/feed.ts';
import { LANGUAGES_PATH } from '../../api/languages.ts';
import { fetchRecordLinks, type RecordLinkFilter } from '../../api/record-links.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { formatDay, SimilarName } from '../../components/identity.tsx';
import { BackToPatients } from '../../components/list-parts.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { EntryRow } from '../../components/table/Table.tsx';
import { words } from '../../words.ts';

const FILTERS = [
  { value: '', key: 'all' },
  { value: 'held', key: 'held' },
  { value: 'late', key: 'late' },
  { value: 'linked', key: 'linked' },
] as const satisfies { value: RecordLinkFilter; key: string }[];

const drawLink = (link: DeskRecordLinkItem) => <LinkRow link={link} />;

/** `/desk/records`: patients whose record in the hospital's system is linked or waits for a decision. */
export default function RecordsScreen() {
  const t = useText(words);
  const [filter, setFilter] = useState<RecordLinkFilter>('');
  const pages = usePages((after) => fetchRecordLinks(filter, after), [filter]);
  useChange('record-link.updated', pages.retry);
  const tools = (
    <Row>
      <BackToPatients />
      <LinkButton variant="ghost" compact icon={<Cable />} to={FEED_PATH}>
        {t('feed.title')}
      </LinkButton>
      <LinkButton variant="ghost" compact icon={<Languages />} to={LANGUAGES_PATH}>
        {t('languages.title')}
      </LinkButton>
    </Row>
  );
  return (
    <DeskPage title={t('records.title')} intro={t('records.intro')} tools={tools}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('records.filter')}
            value={filter}
            onChange={(value) => setFilter(FILTERS.find((known) => known.value === value)?.value ?? '')}
            options={FILTERS.map(({ value, key }) => ({ value, label: t(`records.filters.${key}`) }))}
          />
        </ListFilters>
        <PagedList
          pages={pages}
          label={t('records.title')}
          columns={[t('patients.fullName'), t('identity.dateOfBirth'), t('records.state'), t('record.checkedAt')]}
          failed={t('records.failed')}
          empty={<EmptyState icon={<FileHeart />} title={t('records.empty')} text={t('records.emptyText')} />}
        >
          {drawLink}
        </PagedList>
      </Stack>
    </DeskPage>
  );
}

/** The state of a link in a few words: what the desk must decide on comes first. */
function useStateWords({ state, reason, isLate, failure }: DeskRecordLinkItem): string {
  const t = useText(words);
  if (state === 'held' && reason)
    return t('records.why', { what: t('record.state.held'), why: t(`record.holdShort.${reason}`) });
  if (isLate)
    return failure
      ? t('records.why', { what: t('records.late'), why: t(`record.failureShort.${failure}`) })
      : t('records.late');
  return t(`record.state.${state}`);
}

function LinkRow({ link }: { link: DeskRecordLinkItem }) {
  const t = useText(words);
  const { id, account, checkedAt } = link;
  const state = useStateWords(link);
  return (
    <EntryRow>
      <th scope="row">
        <Link to={staffPaths.patient(id)}>{account.name}</Link> <SimilarName of={link} />
      </th>
      <td data-short>{account.birthDate ? formatDay(account.birthDate) : t('identity.noBirth')}</td>
      <td>{state}</td>
      <td data-short>{checkedAt ? formatMoment(checkedAt) : t('record.neverChecked')}</td>
    </EntryRow>
  );
}
