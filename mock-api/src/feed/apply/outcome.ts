/** What becomes of a message. */
import type { FeedReason } from '../../contract.ts';

export type Outcome =
  /** Matched to a patient and maybe to a stay, by its number. */
  | { state: 'applied'; userId: string | null; stay?: string | undefined }
  | { state: 'aside'; reason: FeedReason; userId?: string | undefined }
  | { state: 'unused' };
