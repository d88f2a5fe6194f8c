import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';
import { loadAlso } from '../platform/i18n/i18n.ts';
import timeOuts from '../time-outs.json';

// A wait ends as soon as its condition holds. The timeout only decides when to give up, and a busy machine is slow.
configure({ asyncUtilTimeout: timeOuts.conditionInUnitTest });

// French texts are there when tests switch to it.
loadAlso(['fr']);

// A stray console error or warning is a defect and fails the test.
let messages: unknown[][] = [];

beforeEach(() => {
  messages = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      messages.push([level, ...words]);
    });
  }
  // The product logs failures that it expects here.
  jest.spyOn(console, 'info').mockImplementation(() => undefined);
});

afterEach(() => {
  const unexpected = jest.isMockFunction(console.error) ? messages : [];
  jest.restoreAllMocks();
  expect(unexpected).toEqual([]);
});
