import type { Route } from 'playwright/test';
import { translate } from '../../mock-api/src/common/i18n.ts';
import { Problem, type ProblemCode } from '../../mock-api/src/common/problems.ts';
import type { ScreenState, World } from './screen-state.ts';

/** Setup of a row before its page opens. */
type Before = NonNullable<ScreenState['before']>;

/** Console messages that browsers write about a failed call. */
const FAILED_CALL = /Failed to load resource: (net::ERR_|the server responded with a status of (4|5)\d\d)/;

/** Allows the browser's console messages about a refusal by the real server. */
export const refusalExpected: Before = async ({ problems }) => problems.allow(FAILED_CALL);

/** Overrides the response to calls, named "path" or "METHOD path" relative to the API's base, e.g. `events`. */
async function answerWith({ context }: World, call: string, reply: (route: Route) => unknown): Promise<void> {
  const [path = '', method] = call.split(' ').reverse();
  await context.route(`**/api/{,v1/}${path}`, (route) =>
    method === undefined || method === route.request().method() ? reply(route) : route.fallback(),
  );
}

async function failWith(world: World, call: string, reply: (route: Route) => unknown): Promise<void> {
  await refusalExpected(world);
  await answerWith(world, call, reply);
}

/** Makes these calls fail as if the phone were offline. */
export const offline =
  (call: string): Before =>
  (world) =>
    failWith(world, call, (route) => route.abort('internetdisconnected'));

/** Makes the API refuse these calls, with its own message. */
export const refuse =
  (call: string, code: ProblemCode, params: Record<string, string> = {}): Before =>
  (world) =>
    failWith(world, call, (route) => {
      const error = { code, message: translate('en', `error.${code}`, params) };
      return route.fulfill({ status: new Problem(code).status, json: { error } });
    });

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

/** Runs setups one after another. */
export const all =
  (...steps: Before[]): Before =>
  async (world) => {
    for (const step of steps) await step(world);
  };
