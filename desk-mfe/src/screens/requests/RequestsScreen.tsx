import ChartColumn from 'lucide-react/icons/chart-column';
import MessageSquare from 'lucide-react/icons/message-square';
import ScrollText from 'lucide-react/icons/scroll-text';
import type { DeskRequest, RequestStatus } from 'mock-api/contract';
import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { EmptyState, LinkButton, Soft, Stack, useText } from 'shared-ui';
import { SelectField } from 'shared-ui/forms';
import { styled } from 'styled-components';
import { RATES_PATH, TEMPLATES_PATH } from '../../api/templates.ts';
import { REQUEST_QUERY } from '../../api/waiting.ts';
import { DeskPage } from '../../components/DeskPage.tsx';
import { useToast } from '../../components/feedback.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { words } from '../../words.ts';
import { RequestRow } from './RequestRow.tsx';
import { useLiveRequests } from './useLiveRequests.ts';

const STATUSES = ['sent', 'seen', 'on-the-way', 'done'] as const satisfies RequestStatus[];

const toStatus = (value: string | null): RequestStatus => STATUSES.find((known) => known === value) ?? 'sent';

/** Touch devices have no keys to hint at. */
const KeyHints = styled(Soft)`
  @media (pointer: coarse) {
    display: none;
  }
`;

/** `/desk/requests`: requests from patients and supporters, longest wait first. Works with the keyboard alone. */
export default function RequestsScreen() {
  const t = useText(words);
  const query = new URLSearchParams(useLocation().search);
  const [status, setStatus] = useState(() => toStatus(query.get(REQUEST_QUERY.status)));
  const tools = (
    <>
      <LinkButton compact variant="ghost" icon={<ChartColumn />} to={RATES_PATH}>
        {t('rates.title')}
      </LinkButton>
      <LinkButton compact variant="ghost" icon={<ScrollText />} to={TEMPLATES_PATH}>
        {t('templates.heading')}
      </LinkButton>
    </>
  );
  return (
    <DeskPage title={t('nav.requests')} intro={t('requests.intro')} tools={tools}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('requests.status')}
            value={status}
            onChange={(value) => setStatus(toStatus(value))}
            options={STATUSES.map((value) => ({ value, label: t(`requests.${value}`) }))}
          />
        </ListFilters>
        <KeyHints>{t('requests.keys')}</KeyHints>
        <Requests key={status} status={status} openId={query.get(REQUEST_QUERY.open)} />
      </Stack>
    </DeskPage>
  );
}

function Requests({ status, openId }: { status: RequestStatus; openId: string | null }) {
  const t = useText(words);
  const pages = useLiveRequests(status);
  const { showToast, toast } = useToast();
  const { change } = pages;
  const draw = useCallback(
    (request: DeskRequest) => (
      <RequestRow
        request={request}
        isOpenAtFirst={request.id === openId}
        onChanged={(changed, message) => {
          // It stays in the list until the next visit, so that readers keep their place.
          change((before) => before.map((other) => (other.id === changed.id ? changed : other)));
          showToast(message);
        }}
      />
    ),
    [change, showToast, openId],
  );
  return (
    <>
      <PagedList
        pages={pages}
        label={t(`requests.${status}`)}
        columns={[t('requests.patient'), t('requests.kind'), t('requests.sender'), t('requests.stateAndTime')]}
        failed={t('requests.failed')}
        empty={<EmptyState icon={<MessageSquare />} title={t('requests.empty')} text={t('requests.emptyText')} />}
      >
        {draw}
      </PagedList>
      {toast}
    </>
  );
}
