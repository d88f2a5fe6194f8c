import { act } from '@testing-library/react';
import type { SurveyContext, SurveyReceipt } from 'shared-ui/contract';
import remote from '../survey.tsx';

export const DELIVERED: SurveyReceipt = { status: 'delivered', receiptId: 'r-1' };

/** Returns a host's context, with overrides. */
export function contextOf(changes: Partial<SurveyContext> = {}): SurveyContext {
  return {
    survey: 'admission',
    hospital: 'Northside General Hospital',
    person: { name: 'Jordan Avery', email: 'patient@example.org' },
    locale: 'en-CA',
    direction: 'ltr',
    theme: 'LIGHT',
    answersAreKept: false,
    isDemo: true,
    keepDraft: () => undefined,
    submit: () => Promise.resolve(DELIVERED),
    done: () => undefined,
    fail: () => undefined,
    ...changes,
  };
}

/** Adds a new element to the page. */
export function addContainer(): HTMLElement {
  return document.body.appendChild(document.createElement('div'));
}

/** Mounts the remote as a host does. */
export const mount = (container: HTMLElement, changes: Partial<SurveyContext> = {}) =>
  act(async () => remote.mount(container, contextOf(changes)));
