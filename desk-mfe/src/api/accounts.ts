import type { AccountStatus, DeskAccount } from 'mock-api/contract';
import { call } from 'shared-ui';
import { pageQuery } from './page.ts';

/** A page of the accounts of one status, the oldest first. Throws ApiFailure. */
export const fetchAccounts = (status: AccountStatus, after?: string) =>
  call<DeskAccount[]>('get', `v1/desk/accounts${pageQuery({ status }, after)}`);

const pathOf = (id: string) => `v1/desk/accounts/${encodeURIComponent(id)}`;

/** Approves an account; the person hears of it. Throws ApiFailure. */
export const approveAccount = (id: string) => call<DeskAccount>('post', `${pathOf(id)}/approve`);

/** Denies an account; the person is told the reason as it is written. Throws ApiFailure. */
export const denyAccount = (id: string, reason: string) => call<DeskAccount>('post', `${pathOf(id)}/deny`, { reason });
