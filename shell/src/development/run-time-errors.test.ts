import { waitFor } from '@testing-library/react';
import type { RunTimeError } from 'shared-ui/contract';
import { RemoteFailure, reportFailure } from '../remotes/failure.ts';
import { replaceRegistryEntry } from '../remotes/registry.ts';
import { currentProblems, forgetThrown } from './problems.ts';
import { followRunTimeErrors } from './run-time-errors.ts';

const VERSION = '1.0.0-dev.2';
const REMOTE = `surveys@${VERSION}`;
const at = (version: string) => `at show (http://localhost/remotes/surveys/${version}/exposed.js:1:2)`;
const published = { manifest: `/remotes/surveys/${VERSION}/remote.json`, integrity: 'sha384-x' };
const registry = {
  schema: 2 as const,
  revision: 1,
  origins: ['self'],
  remotes: {
    surveys: { active: VERSION, versions: { [VERSION]: published } },
    records: { active: '1.0.0', versions: { '1.0.0': published } },
  },
};

/** Errors sent to the gateway, which adds the source location. */
const sent: RunTimeError[] = [];

function failing(message: string, version: string): Error {
  return Object.assign(new Error(message), { stack: `Error: ${message}\n    ${at(version)}` });
}

const reject = (reason: unknown) =>
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason, promise: Promise.resolve() }));

beforeAll(() => {
  for (const name of ['surveys', 'records']) replaceRegistryEntry(name, registry);
  followRunTimeErrors('/dev/errors');
  globalThis.fetch = jest.fn(async (_url, init?: RequestInit) => {
    const error: RunTimeError = JSON.parse(String(init?.body));
    sent.push(error);
    return { ok: true, json: async () => ({ ...error, file: 'src/survey.tsx', line: 7 }) } as Response;
  });
});

afterEach(() => {
  forgetThrown('surveys');
  sent.length = 0;
});

test('an error in the files of a development build is reported and shown with its source location', async () => {
  window.dispatchEvent(new ErrorEvent('error', { error: failing('thrown', VERSION), message: 'thrown' }));
  reject(failing('rejected', VERSION));
  await waitFor(() => expect(currentProblems()).toHaveLength(2));
  expect(currentProblems()).toMatchObject([
    { kind: 'runTime', remote: REMOTE, message: 'thrown', file: 'src/survey.tsx', line: 7 },
    { kind: 'runTime', remote: REMOTE, message: 'Error: rejected' },
  ]);
  expect(sent[0]?.stack).toContain(at(VERSION));
});

test('an error without a stack is attributed to the file that the browser names', async () => {
  const filename = `http://localhost/remotes/surveys/${VERSION}/exposed.js`;
  window.dispatchEvent(new ErrorEvent('error', { message: 'thrown', filename, lineno: 4, colno: 8 }));
  await waitFor(() => expect(currentProblems()).toMatchObject([{ remote: REMOTE, message: 'thrown' }]));
  expect(sent[0]?.stack).toBe(`${filename}:4:8`);
});

test('a load failure is shown with its code and the stack of its cause', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  const cause = failing('no', VERSION);
  reportFailure(new RemoteFailure('RENDER_FAILED', REMOTE, 'no', cause));
  await waitFor(() => expect(currentProblems()).toMatchObject([{ remote: REMOTE, message: 'RENDER_FAILED: no' }]));
  expect(sent).toMatchObject([{ remote: REMOTE, code: 'RENDER_FAILED', message: 'no', stack: cause.stack }]);
});

test('errors from published versions, replaced versions and the shell are ignored', async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  reject(failing('published', '1.0.0'));
  reject(failing('gone', '1.0.0-dev.1'));
  reject(new Error('of the shell'));
  reportFailure(new RemoteFailure('TIMEOUT', 'records@1.0.0', 'late'));
  reject(failing('mine', VERSION));
  await waitFor(() => expect(currentProblems()).toMatchObject([{ message: 'Error: mine' }]));
  expect(sent).toHaveLength(1);
});
