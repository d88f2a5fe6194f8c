import UserCheck from 'lucide-react/icons/user-check';
import type { AccountStatus, DeskAccount } from 'mock-api/contract';
import { useCallback, useRef, useState } from 'react';
import { EmptyState, Stack, useText } from 'shared-ui';
import { SelectField } from 'shared-ui/forms';
import { fetchAccounts } from '../../api/accounts.ts';
import { DeskPage, type DeskPageHandle } from '../../components/DeskPage.tsx';
import { ListFilters, PagedList } from '../../components/paging/PagedList.tsx';
import { usePages } from '../../components/paging/usePages.ts';
import { useToast } from '../../components/useToast.tsx';
import { words } from '../../words.ts';
import { AccountRow } from './AccountRow.tsx';

const STATUSES = ['review', 'approved', 'denied'] as const satisfies AccountStatus[];

/** `/desk/accounts`: self-registered accounts and the decisions on them. */
export default function AccountsScreen() {
  const t = useText(words);
  const page = useRef<DeskPageHandle>(null);
  const [status, setStatus] = useState<AccountStatus>('review');
  const pages = usePages((after) => fetchAccounts(status, after), [status]);
  const { showToast, toast } = useToast();
  const { change } = pages;
  const draw = useCallback(
    (account: DeskAccount) => (
      <AccountRow
        account={account}
        onDecided={(id, message) => {
          change((accounts) => accounts.filter((other) => other.id !== id));
          showToast(message);
          // The focused button was removed with its row.
          page.current?.focusHeading();
        }}
      />
    ),
    [change, showToast],
  );
  return (
    <DeskPage ref={page} title={t('nav.accounts')} intro={t('accounts.intro')}>
      <Stack $gap={16}>
        <ListFilters>
          <SelectField
            label={t('accounts.status')}
            value={status}
            onChange={(value) => setStatus(STATUSES.find((known) => known === value) ?? 'review')}
            options={STATUSES.map((value) => ({ value, label: t(`accounts.${value}`) }))}
          />
        </ListFilters>
        <PagedList
          pages={pages}
          label={t(`accounts.${status}`)}
          failed={t('accounts.failed')}
          empty={<EmptyState icon={<UserCheck />} title={t('accounts.empty')} text={t('accounts.emptyText')} />}
        >
          {draw}
        </PagedList>
      </Stack>
      {toast}
    </DeskPage>
  );
}
