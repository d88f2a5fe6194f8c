/** The demo's second patient (docs/product-rules.md#demo-data), who sends a request so that one waits at the desk. */
const PATIENT = { username: 'second@example.org', password: 'Demo-pass1' };
const REQUEST = { kind: 'request', text: 'May I have a second pillow, please? My bed is by the window.' };

/** Calls the API and returns the JSON of its response. Throws on any status but 2xx. */
async function call(url: URL, method: string, token: string | undefined, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${method} ${url.pathname} answered ${answer.status}`);
  return answer.status === 204 ? undefined : answer.json();
}

async function askOnce(api: string): Promise<void> {
  const at = (path: string) => new URL(`/api/v1/${path}`, api);
  const { token } = (await call(at('sessions'), 'POST', undefined, PATIENT)) as { token: string };
  const asked = (await call(at('profiles/1/requests'), 'GET', token)) as unknown[];
  if (asked.length === 0) await call(at('profiles/1/requests'), 'POST', token, REQUEST);
  await call(at('sessions'), 'DELETE', token);
}

/**
 * Sends a request to the hospital as the demo's second patient, through the API like a patient, unless they have
 * sent one before. If that fails (another password, a trial that was ended), the demo runs without it.
 * @param api base URL of the API
 */
export async function askAsSecondPatient(api: string): Promise<void> {
  try {
    await askOnce(api);
  } catch (error) {
    console.log(`  The demo starts without a waiting request at the desk: ${String(error)}`);
  }
}
