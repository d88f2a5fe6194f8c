/** Reads environment variables and collects every problem, so that an operator sees them all at once. */

export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown at start-up if the configuration is invalid; its message lists every problem. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

const YES = ['1', 'true', 'on', 'yes'];
const NO = ['0', 'false', 'off', 'no'];
const MAX_PORT = 65_535;

export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Environment;

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  /** Returns the trimmed value; an empty one counts as absent. */
  text(name: string): string | undefined {
    return this.#environment[name]?.trim() || undefined;
  }

  flag(name: string, fallback: boolean): boolean {
    const value = this.text(name)?.toLowerCase();
    if (value === undefined) return fallback;
    if (!YES.includes(value) && !NO.includes(value)) {
      this.problems.push(`${name} must be 1 or 0, not "${value}"`);
    }
    return YES.includes(value);
  }

  /** Reads a TCP port; 0 lets the system choose one. */
  port(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const port = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(port <= MAX_PORT)) this.problems.push(`${name} must be a port from 0 to ${MAX_PORT}, not "${value}"`);
    return port;
  }

  /** Reads a whole number of at least 1. */
  count(name: string, fallback: number): number {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const count = /^[1-9]\d{0,8}$/.test(value) ? Number(value) : Number.NaN;
    if (Number.isNaN(count)) this.problems.push(`${name} must be a whole number from 1 on, not "${value}"`);
    return count;
  }

  /** Reads a URL with one of `schemes`. The problem omits the value, which may contain a password. */
  url(name: string, schemes: readonly string[]): string | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    const known = URL.canParse(value) && schemes.includes(new URL(value).protocol.replace(':', ''));
    if (!known) this.problems.push(`${name} must be an address that starts with ${schemes.join(':// or ')}://`);
    return value;
  }

  matching(name: string, pattern: RegExp, rule: string): string | undefined {
    const value = this.text(name);
    if (value !== undefined && !pattern.test(value)) this.problems.push(`${name} must be ${rule}`);
    return value;
  }

  /** Reads comma-separated values, all of which must pass `isRight`; `rule` describes valid ones. */
  list(name: string, fallback: readonly string[], isRight: (item: string) => boolean, rule: string): readonly string[] {
    const value = this.text(name);
    if (value === undefined) return fallback;
    const items = value
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
    if (items.length === 0 || !items.every(isRight)) this.problems.push(`${name} must be ${rule}`);
    return items;
  }

  /** @throws ConfigError if any value read so far is invalid */
  check(): void {
    if (this.problems.length > 0) throw new ConfigError(this.problems);
  }
}
