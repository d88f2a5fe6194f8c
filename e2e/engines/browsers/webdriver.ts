/** Command timeout in milliseconds: a driver that has lost its browser may never respond. */
const COMMAND_TIMEOUT_MS = 30_000;

/** A session of classic WebDriver (https://www.w3.org/TR/webdriver2/): one request and response per command. */
export class WebDriver {
  readonly capabilities: Record<string, unknown>;
  readonly #session: string;

  private constructor(session: string, capabilities: Record<string, unknown>) {
    this.#session = session;
    this.capabilities = capabilities;
  }

  /** Makes a driver open a browser. @param driver the driver's URL */
  static async open(driver: string, capabilities: object): Promise<WebDriver> {
    const opened = (await call('POST', `${driver}/session`, { capabilities: { alwaysMatch: capabilities } })) as {
      sessionId: string;
      capabilities: Record<string, unknown>;
    };
    return new WebDriver(`${driver}/session/${opened.sessionId}`, opened.capabilities);
  }

  /** Sends a command. @returns its value */
  post(command: string, body: object = {}): Promise<unknown> {
    return call('POST', `${this.#session}/${command}`, body);
  }

  get(command: string): Promise<unknown> {
    return call('GET', `${this.#session}/${command}`);
  }

  async end(): Promise<void> {
    await call('DELETE', this.#session);
  }
}

async function call(method: string, url: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS);
  const given = { method, signal, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await fetch(url, given).catch((cause: unknown) => {
    throw new Error(`The driver did not answer ${method} ${url.replace(/.*session\/[^/]*/, '')}`, { cause });
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
  if (answer.ok) return value;
  throw new Error(`${value?.error}: ${value?.message}`);
}
