import '@testing-library/jest-dom';

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
