import { type Params, translate } from 'mock-api/common/i18n';
import { type ProblemCode, ProblemError } from 'mock-api/common/problems';
import type { Route } from 'playwright/test';
import type { Visit } from '../support/fixtures.ts';
import type { ScreenState } from './screen-state.ts';

type Before = NonNullable<ScreenState['before']>;

const FAILED_CALL = /Failed to load resource: (net::ERR_|the server responded with a status of (4|5)\d\d)/;

/** Allows the browser's console messages about a refusal by the real server. */
export const refusalExpected: Before = async ({ problems }) => problems.allow(FAILED_CALL);

/** Overrides the response to calls, named "path" or "METHOD path" relative to the API's base, e.g. `events`. */
async function answerWith({ context }: Visit, call: string, reply: (route: Route) => unknown): Promise<void> {
  const [path = '', method] = call.split(' ').reverse();
  await context.route(`**/api/{,v1/}${path}`, (route) =>
    method === undefined || method === route.request().method() ? reply(route) : route.fallback(),
  );
}

async function failWith(world: Visit, call: string, reply: (route: Route) => unknown): Promise<void> {
  await refusalExpected(world);
  await answerWith(world, call, reply);
}

export const offline =
  (call: string): Before =>
  (world) =>
    failWith(world, call, (route) => route.abort('internetdisconnected'));

/** Responds with one of the API's own error messages. */
export function refuseWith(route: Route, code: ProblemCode, params: Params = {}, headers: Record<string, string> = {}) {
  const error = { code, message: translate('en', `error.${code}`, params) };
  return route.fulfill({ status: new ProblemError(code).status, headers, json: { error } });
}

/** Makes the API refuse these calls, with its own message. */
export const refuse =
  (call: string, code: ProblemCode, params: Params = {}): Before =>
  (world) =>
    failWith(world, call, (route) => refuseWith(route, code, params));

/** Makes the API respond to these calls with `json`. */
export const answer =
  (call: string, json: unknown): Before =>
  (world) =>
    answerWith(world, call, (route) => route.fulfill({ json }));

/** Changes the API's response to these calls, for a state that the demo data lacks. */
export const edit =
  <Body>(call: string, change: (body: Body) => Body): Before =>
  (world) =>
    answerWith(world, call, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: change((await response.json()) as Body) });
    });

/** Changes some fields of the API's response to these calls. */
export const change = (call: string, fields: Record<string, unknown>): Before =>
  edit<object>(call, (body) => ({ ...body, ...fields }));

/** Leaves these calls without a response while the test runs. */
export const silence =
  (call: string): Before =>
  (world) =>
    answerWith(world, call, () => undefined);

export const all =
  (...steps: Before[]): Before =>
  async (world) => {
    for (const step of steps) await step(world);
  };
