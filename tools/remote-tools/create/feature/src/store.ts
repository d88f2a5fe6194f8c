import { defineSlice } from 'shared-ui';

interface Topics {
  /** Ids of the care plans that the patient wants to talk about. */
  plans: string[];
}

/** The patient's notes, stored encrypted on the phone until they are sent or the session ends. */
export const topics = defineSlice<Topics>('sample-remote', { initial: { plans: [] }, keepOffline: true });

/** Notes a care plan, or removes the note. */
export function toggleTopic(id: string): void {
  const { plans } = topics.get();
  topics.update({ plans: plans.includes(id) ? plans.filter((one) => one !== id) : [...plans, id] });
}
