import type { BrowserContext } from 'playwright/test';

/** How the line begins that a page writes when its policy has stopped something. */
const VIOLATION = 'policy: ';

/** Everything in a context that a person would call broken, as lines of text. */
export class Problems {
  readonly #seen: string[] = [];
  /** What the runner says itself where service workers are off is no fault of the product. */
  readonly #allowed: RegExp[] = [
    /Service Worker registration blocked by Playwright/,
    // A stream ends with the server or the network that a test takes away; the page opens it again.
    /Failed to load resource: net::ERR_\w+ \(.*\/api\/v1\/stream/,
  ];

  /** These may happen in this test, because it breaks something on purpose. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  note(problem: string): void {
    this.#seen.push(problem);
  }

  /** All of them, the allowed ones too. */
  all(): readonly string[] {
    return this.#seen;
  }

  /** What the page did that its Content-Security-Policy forbids. No test may allow that. */
  violations(): string[] {
    return this.#seen.filter((problem) => problem.startsWith(`console: ${VIOLATION}`));
  }

  unexpected(): string[] {
    return this.#seen.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }
}

/** The line that a browser writes itself about a call that was refused, or that failed on its way. */
export const callFailed = (path: string) => new RegExp(`Failed to load resource: .*/api/${path}`);

/** Listens to every page of a context from its first moment on. */
export async function watchForProblems(context: BrowserContext): Promise<Problems> {
  const problems = new Problems();
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return;
    const { url } = message.location();
    problems.note(`console: ${message.text()}${url ? ` (${url})` : ''}`);
  });
  context.on('weberror', (webError) => problems.note(`page: ${String(webError.error())}`));
  await context.addInitScript((mark) => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      console.error(`${mark}${violatedDirective} blocked ${blockedURI} in ${sourceFile}`);
    });
  }, VIOLATION);
  return problems;
}
