import type { DeskRequest } from 'mock-api/contract';
import { call, staffPaths } from 'shared-ui';
import { FURTHER_PAGE_SIZE } from './page.ts';

/** Address of the board of requests. */
export const BOARD_PATH = `${staffPaths.desk}/board`;

/** Query of the board: the ward whose requests it shows; absent for all wards. */
export const WARD_QUERY = 'ward';

export const boardAddress = (ward: string) =>
  ward === '' ? BOARD_PATH : `${BOARD_PATH}?${new URLSearchParams({ [WARD_QUERY]: ward })}`;

/** Fetches the names of the wards in which there are patients. */
export const fetchWards = () => call<string[]>('get', 'v1/desk/wards');

/** Fetches all requests of a ward that are not done; of all wards if it is empty. */
export async function fetchBoard(ward: string): Promise<DeskRequest[]> {
  const requests: DeskRequest[] = [];
  for (;;) {
    const query = new URLSearchParams({ status: 'open', limit: String(FURTHER_PAGE_SIZE) });
    const after = requests.at(-1)?.id;
    if (ward !== '') query.set(WARD_QUERY, ward);
    if (after !== undefined) query.set('after', after);
    const page = await call<DeskRequest[]>('get', `v1/desk/requests?${query}`);
    requests.push(...page);
    if (page.length < FURTHER_PAGE_SIZE) return requests;
  }
}

const requestPath = (id: string) => `v1/desk/requests/${encodeURIComponent(id)}`;

/** Puts the reader on a request. @throws ApiFailure with status 409, naming who already is */
export const takeRequest = (id: string) => call<DeskRequest>('post', `${requestPath(id)}/take`);

/** Lets other staff take a request. */
export const releaseRequest = (id: string) => call<DeskRequest>('post', `${requestPath(id)}/release`);

/** Says that a request may take this much longer, in minutes from now. */
export const delayRequest = (id: string, minutes: number) =>
  call<DeskRequest>('post', `${requestPath(id)}/delay`, { minutes });
