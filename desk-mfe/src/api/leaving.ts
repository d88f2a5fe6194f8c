import type { Leaving, LeavingBoard } from 'mock-api/contract';
import { ApiFailure, call, staffPaths } from 'shared-ui';
import { WARD_QUERY } from './board.ts';

/** Address of the board of patients who go home. */
export const LEAVING_PATH = `${staffPaths.desk}/leaving`;

const queryOf = (ward: string) => (ward === '' ? '' : `?${new URLSearchParams({ [WARD_QUERY]: ward })}`);

export const leavingAddress = (ward: string) => LEAVING_PATH + queryOf(ward);

/** Fetches who goes home today and tomorrow, of a ward or, if it is empty, of all. */
export const fetchLeavingBoard = (ward: string) => call<LeavingBoard>('get', `v1/desk/leaving${queryOf(ward)}`);

/** Fetches one patient of the board; undefined for one who is not expected home, or has left. */
export async function fetchLeaving(id: string): Promise<Leaving | undefined> {
  try {
    return await call<Leaving>('get', `v1/desk/leaving/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 404) return undefined;
    throw error;
  }
}
