import type { Route } from 'playwright/test';
import { type Locale, translate } from '../../mock-api/src/common/i18n.ts';
import { Problem, type ProblemCode } from '../../mock-api/src/common/problems.ts';
import type { ScreenState, World } from './screen-state.ts';

/** Setup of a row before its page opens. */
type Before = NonNullable<ScreenState['before']>;

/** Console messages that browsers write about a failed call. */
const FAILED_CALL = /Failed to load resource: (net::ERR_|the server responded with a status of (4|5)\d\d)/;

/** Allows the browser's console messages about a refusal by the real server. */
export const refusalExpected: Before = async ({ problems }) => problems.allow(FAILED_CALL);

/** Overrides the response to calls, named "path" or "METHOD path" relative to the API's base. */
async function answerWith({ context }: World, call: string, reply: (route: Route) => unknown): Promise<void> {
  const [path = '', method] = call.split(' ').reverse();
  await context.route(`**/api/v1/${path}`, (route) =>
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

/**
 * Makes the API refuse these calls, with its own message in the user's language.
 * @param retryAfter seconds to wait
 */
export const refuse =
  (call: string, code: ProblemCode, params: Record<string, string | number> = {}, retryAfter?: number): Before =>
  (world) =>
    failWith(world, call, async (route) => {
      const language = (await route.request().headerValue('accept-language')) ?? 'en';
      const locale: Locale = language.startsWith('fr') ? 'fr' : 'en';
      const error = { code, message: translate(locale, `error.${code}`, params) };
      const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
      await route.fulfill({ status: new Problem(code).status, headers, json: { error } });
    });

/** Makes the API respond to these calls with `json`. */
export const answer =
  (call: string, json: unknown): Before =>
  (world) =>
    answerWith(world, call, (route) => route.fulfill({ json }));

/** Changes some fields of the API's response to these calls, for a state that the demo data lacks. */
export const change =
  (call: string, fields: Record<string, unknown>): Before =>
  (world) =>
    answerWith(world, call, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
    });

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
