import type { DeskExplanation, ExplanationState } from 'mock-api/contract';
import { call } from 'shared-ui';
import { pageQuery } from './page.ts';

/** Fetches a page of explanations in a state, the oldest first. Throws ApiFailure. */
export const fetchExplanations = (state: ExplanationState, after?: string) =>
  call<DeskExplanation[]>('get', `v1/desk/explanations${pageQuery({ state }, after)}`);

const pathOf = (id: string) => `v1/desk/explanations/${encodeURIComponent(id)}`;

/** Approves an explanation with this text; the patient reads it with the result. Throws ApiFailure. */
export const approveExplanation = (id: string, text: string) =>
  call<DeskExplanation>('post', `${pathOf(id)}/approve`, { text });

/** Refuses an explanation: nobody reads it. Throws ApiFailure. */
export const refuseExplanation = (id: string) => call<DeskExplanation>('post', `${pathOf(id)}/refuse`);
