/** Tries a failed unit test again, as often as any other test (batches.ts). */
jest.retryTimes(Number(process.env.TEST_RETRIES ?? 2), { logErrorsBeforeRetry: true });
