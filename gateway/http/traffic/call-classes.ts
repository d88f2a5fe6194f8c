/**
 * What a call is for. Decides which calls are refused first when there are more than the processes can handle.
 *
 * - `essential` is never refused: a patient asks for something or reports a worry, or someone ends a session, a
 *   permission or a subscription.
 * - `interactive`: a person waits for the response, or a hospital's system sends what a person will wait for.
 * - `sign-in`: a person waits, and the process computes a slow hash.
 * - `deferrable`: it may come later, such as a picture or an export.
 */
export type CallClass = 'essential' | 'interactive' | 'sign-in' | 'deferrable';

/** The first match decides. Every other call is interactive. */
const RULES: readonly [call: RegExp, callClass: CallClass][] = [
  [/^DELETE /, 'essential'],
  [/^POST \/api\/v1\/profiles\/[^/]+\/(requests|daily-question\/answer)$/, 'essential'],
  [/^PATCH \/api\/v1\/supporters\/[^/]+$/, 'essential'],
  [/^(GET|POST) \/api\/v1\/oidc\/[^/]+\/(front|back)-channel-logout$/, 'essential'],
  [/^POST \/api\/v1\/sessions(?!\/extend$)/, 'sign-in'],
  [/^POST \/api\/(account|v1\/users)\/(register|reset-app-password|me\/password)$/, 'sign-in'],
  [/^GET \/api\/v1\/(results|events)\/[^/]+\/media\//, 'deferrable'],
  [/^GET \/api\/v1\/profiles\/[^/]+\/documents\/./, 'deferrable'],
  [/^GET \/api\/v1\/own-data\/export/, 'deferrable'],
  [/^GET \/api\/v1\/desk\/[^/]+\.csv$/, 'deferrable'],
];

/** Returns the class of a call by its method and path alone: nothing that a client sends can change it. */
export function classOf({ method, path }: { method: string; path: string }): CallClass {
  const call = `${method} ${path.split('?', 1)[0]?.replace(/\/+$/, '')}`;
  return RULES.find(([pattern]) => pattern.test(call))?.[1] ?? 'interactive';
}
