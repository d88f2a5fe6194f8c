import { defineSlice } from 'shared-ui';

interface Topics {
  /** Ids of the care plans that the person wants to talk about. */
  plans: string[];
}

/** What the person has noted: kept on the phone, encrypted, until it is sent or the session ends. */
export const topics = defineSlice<Topics>('sample-remote', { initial: { plans: [] }, keepOffline: true });

/** Notes a care plan, or takes the note back. */
export function toggleTopic(id: string): void {
  const { plans } = topics.get();
  topics.update({ plans: plans.includes(id) ? plans.filter((one) => one !== id) : [...plans, id] });
}
