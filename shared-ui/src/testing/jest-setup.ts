import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A wait ends as soon as its condition holds. The timeout only decides when to give up, and a busy machine is slow.
configure({ asyncUtilTimeout: 10_000 });

// A stray console error or warning is a defect and fails the test.
let messages: unknown[][] = [];

beforeEach(() => {
  messages = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      messages.push([level, ...words]);
    });
  }
});

afterEach(() => {
  const unexpected = jest.isMockFunction(console.error) ? messages : [];
  jest.restoreAllMocks();
  expect(unexpected).toEqual([]);
});
