import '@testing-library/jest-dom';
import { configure } from '@testing-library/react';

// A wait ends when what it waits for is there. How long it may last only says when to give up, and a busy machine is slow.
configure({ asyncUtilTimeout: 10_000 });

// A stray console error or warning is a defect that a test must see.
let complaints: unknown[][] = [];

beforeEach(() => {
  complaints = [];
  for (const level of ['error', 'warn'] as const) {
    jest.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      complaints.push([level, ...words]);
    });
  }
});

afterEach(() => {
  const heard = jest.isMockFunction(console.error) ? complaints : [];
  jest.restoreAllMocks();
  expect(heard).toEqual([]);
});
