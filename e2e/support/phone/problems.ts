import { type BrowserContext, expect } from 'playwright/test';

/** Prefix of the console line that a page writes when its policy blocks something. */
const VIOLATION = 'policy: ';

/** Errors and warnings of a context, as lines of text. */
export class Problems {
  readonly #seen: string[] = [];
  /** Playwright's own message when service workers are blocked is not a product error. */
  readonly #allowed: RegExp[] = [
    /Service Worker registration blocked by Playwright/,
    // The stream breaks when a test stops the server or the network; the page reconnects.
    /Failed to load resource: net::ERR_\w+ \(.*\/api\/v1\/stream/,
    // Asked for in the background; the answer is 404 where pushes are off.
    /Failed to load resource: .*404.*\/api\/v1\/push\/key/,
  ];

  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns);
  }

  note(problem: string): void {
    this.#seen.push(problem);
  }

  all(): readonly string[] {
    return this.#seen;
  }

  /** Returns the violations of the Content-Security-Policy. No test may allow these. */
  violations(): string[] {
    return this.#seen.filter((problem) => problem.startsWith(`console: ${VIOLATION}`));
  }

  unexpected(): string[] {
    return this.#seen.filter((problem) => !this.#allowed.some((pattern) => pattern.test(problem)));
  }
}

/** Fails unless every problem is allowed. The message names the others, so that a run's one-line summary does, too. */
export function expectNoProblems(problems: Problems): void {
  const found = problems.unexpected();
  expect(found, `console errors, page errors and policy violations: ${found.join(' | ')}`).toEqual([]);
}

/** Matches the browser's own message about prefetched code that is used late: on purpose, or on a busy machine. */
export const LATE_USE = /was preloaded using link preload but not used/;

/** Matches the browser's own message about a request that was refused or failed. */
export const callFailed = (path: string) => new RegExp(`Failed to load resource: .*/api/${path}`);

/** Records problems of every page of a context from its start. */
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
