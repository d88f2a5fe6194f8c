import type { AccountStatus, DeskAccount } from 'mock-api/contract';
import { call } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of accounts with the given status, oldest first. Throws ApiFailure. */
export const fetchAccounts = (status: AccountStatus, after?: string) =>
  call<DeskAccount[]>('get', `v1/desk/accounts${pageQuery({ status }, after)}`);

const pathOf = (id: string) => `v1/desk/accounts/${encodeURIComponent(id)}`;

/** Approves an account and notifies its owner. Throws ApiFailure. */
export const approveAccount = (id: string) => call<DeskAccount>('post', `${pathOf(id)}/approve`);

/** Denies an account; its owner receives the reason verbatim. Throws ApiFailure. */
export const denyAccount = (id: string, reason: string) => call<DeskAccount>('post', `${pathOf(id)}/deny`, { reason });
