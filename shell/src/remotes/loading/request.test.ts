import { Deadline, deferModules } from './request.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  deferModules(Promise.resolve());
});

/** Records the failure code of a race against a promise that never settles. */
function outcomeOf(deadline: Deadline): { code?: string } {
  const outcome: { code?: string } = {};
  deadline.race(new Promise(() => {})).catch(({ code }: { code: string }) => {
    outcome.code = code;
  });
  return outcome;
}

test('Deadline rejects with TIMEOUT after ten seconds', async () => {
  const outcome = outcomeOf(new Deadline('records@1.0.0'));
  await jest.advanceTimersByTimeAsync(9_999);
  expect(outcome.code).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome.code).toBe('TIMEOUT');
});

test('Deadline does not count the time before the libraries have run', async () => {
  deferModules(new Promise((done) => setTimeout(done, 30_000)));
  const outcome = outcomeOf(new Deadline('records@1.0.0'));
  await jest.advanceTimersByTimeAsync(39_999);
  expect(outcome.code).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome.code).toBe('TIMEOUT');
});

test('Deadline never expires when cleared before the libraries have run', async () => {
  deferModules(new Promise((done) => setTimeout(done, 1_000)));
  const deadline = new Deadline('records@1.0.0');
  const outcome = outcomeOf(deadline);
  deadline.clear();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(outcome.code).toBeUndefined();
  expect(deadline.signal.aborted).toBe(false);
});
