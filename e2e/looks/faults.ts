import type { Route } from 'playwright/test';
import { type Locale, translate } from '../../mock-api/src/i18n.ts';
import { Problem, type ProblemCode } from '../../mock-api/src/problems.ts';
import type { Look, World } from './look.ts';

/** What a row does before its page opens. */
type Before = NonNullable<Look['before']>;

/** Browsers write calls that fail to the console themselves. */
const FAILED_CALL = /Failed to load resource: (net::ERR_|the server responded with a status of (4|5)\d\d)/;

/** The server will say no in earnest: what the browser writes about it is expected. */
export const refusalExpected: Before = async ({ problems }) => problems.allow(FAILED_CALL);

/** Answers calls, named "path" or "METHOD path", below the API's base. */
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

/** The phone is offline for these calls. */
export const offline =
  (call: string): Before =>
  (world) =>
    failWith(world, call, (route) => route.abort('internetdisconnected'));

/** The API refuses these calls, in its own words and in the reader's language. */
export const refuse =
  (call: string, code: ProblemCode, params: Record<string, string | number> = {}): Before =>
  (world) =>
    failWith(world, call, async (route) => {
      const language = (await route.request().headerValue('accept-language')) ?? 'en';
      const locale: Locale = language.startsWith('fr') ? 'fr' : 'en';
      const error = { code, message: translate(locale, `error.${code}`, params) };
      await route.fulfill({ status: new Problem(code).status, json: { error } });
    });

/** The API answers these calls with this, whatever is asked. */
export const answer =
  (call: string, json: unknown): Before =>
  (world) =>
    answerWith(world, call, (route) => route.fulfill({ json }));

/** The API's answer to these calls, with some fields changed: a state that the demo's data does not hold. */
export const change =
  (call: string, fields: Record<string, unknown>): Before =>
  (world) =>
    answerWith(world, call, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), ...fields } });
    });

/** These calls get no answer while the test runs. */
export const silence =
  (call: string): Before =>
  (world) =>
    answerWith(world, call, () => undefined);

/** One thing after the other. */
export const all =
  (...steps: Before[]): Before =>
  async (world) => {
    for (const step of steps) await step(world);
  };
