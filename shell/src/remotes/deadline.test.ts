import { Deadline } from './deadline.ts';
import { holdModules } from './libraries.ts';

beforeEach(() => {
  jest.useFakeTimers();
});

afterEach(() => {
  jest.useRealTimers();
  holdModules(Promise.resolve());
});

/** How a wait for what never comes ends, so far. */
function outcomeOf(deadline: Deadline): { code?: string } {
  const outcome: { code?: string } = {};
  deadline.race(new Promise(() => {})).catch(({ code }: { code: string }) => {
    outcome.code = code;
  });
  return outcome;
}

test('a remote that does not come within ten seconds has failed', async () => {
  const outcome = outcomeOf(new Deadline('records@1.0.0'));
  await jest.advanceTimersByTimeAsync(9_999);
  expect(outcome.code).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome.code).toBe('TIMEOUT');
});

test('the time in which the page still waits for its libraries does not count', async () => {
  holdModules(new Promise((done) => setTimeout(done, 30_000)));
  const outcome = outcomeOf(new Deadline('records@1.0.0'));
  await jest.advanceTimersByTimeAsync(39_999);
  expect(outcome.code).toBeUndefined();
  await jest.advanceTimersByTimeAsync(1);
  expect(outcome.code).toBe('TIMEOUT');
});

test('a remote that came before the libraries is never late', async () => {
  holdModules(new Promise((done) => setTimeout(done, 1_000)));
  const deadline = new Deadline('records@1.0.0');
  const outcome = outcomeOf(deadline);
  deadline.clear();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(outcome.code).toBeUndefined();
  expect(deadline.signal.aborted).toBe(false);
});
