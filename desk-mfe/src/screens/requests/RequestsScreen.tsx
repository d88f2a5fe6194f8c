import MessageSquare from 'lucide-react/icons/message-square';
import type { DeskRequest, RequestStatus } from 'mock-api/contract';
import { useCallback, useState } from 'react';
import { EmptyState, Soft, Stack, useLocale, useText } from 'shared-ui';
import { SelectField } from 'shared-ui/forms';
import { fetchRequests } from '../../api/requests.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { useToast } from '../../components/useToast.tsx';
import { words } from '../../words.ts';
import { RequestRow } from './RequestRow.tsx';

const STATUSES = ['sent', 'seen', 'done'] as const satisfies RequestStatus[];

/** `/desk/requests`: requests from patients and supporters, longest wait first. Works with the keyboard alone. */
export default function RequestsScreen() {
  const t = useText(words);
  const [status, setStatus] = useState<RequestStatus>('sent');
  return (
    <DeskPage title={t('nav.requests')} intro={t('requests.intro')}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('requests.status')}
            value={status}
            onChange={(value) => setStatus(STATUSES.find((known) => known === value) ?? 'sent')}
            options={STATUSES.map((value) => ({ value, label: t(`requests.${value}`) }))}
          />
        </ListFilters>
        <Soft>{t('requests.keys')}</Soft>
        <Requests key={status} status={status} />
      </Stack>
    </DeskPage>
  );
}

function Requests({ status }: { status: RequestStatus }) {
  const t = useText(words);
  const pages = usePages((after) => fetchRequests(status, after), [status, useLocale()]);
  const { showToast, toast } = useToast();
  const { change } = pages;
  const draw = useCallback(
    (request: DeskRequest) => (
      <RequestRow
        request={request}
        onChanged={(changed, message) => {
          // It stays in the list until the next visit, so that readers keep their place.
          change((before) => before.map((other) => (other.id === changed.id ? changed : other)));
          showToast(message);
        }}
      />
    ),
    [change, showToast],
  );
  return (
    <>
      <PagedList
        pages={pages}
        label={t(`requests.${status}`)}
        failed={t('requests.failed')}
        empty={<EmptyState icon={<MessageSquare />} title={t('requests.empty')} text={t('requests.emptyText')} />}
      >
        {draw}
      </PagedList>
      {toast}
    </>
  );
}
