import type { Registry } from 'shared-ui/contract';
import type { FormOf, TextRule } from 'shared-ui/contract/documents';
import type { HealthEvent, HealthReport } from '../../src/health/report.ts';
import { remoteIn } from '../registry.ts';
import { NotUnderstood, readOr400 } from '../request-body.ts';

/** A report as it comes in, in bytes. */
export const REPORT_LIMIT = 64 * 1024;

const REMOTE: TextRule = {
  pattern: /^[^@\s]{1,64}@[^@\s]{1,128}$/,
  says: 'a remote and its version like "surveys@1.0.0"',
};
const CODE: TextRule = { pattern: /^[A-Z_]{1,40}$/, says: 'a code in capital letters' };

const EVENT: FormOf<HealthEvent> = {
  kind: 'object',
  required: {
    kind: { kind: 'choice', of: ['loaded', 'failed', 'broke', 'error', 'TTFB', 'FCP', 'LCP', 'INP', 'CLS'] },
    remote: { kind: 'text', rule: REMOTE },
  },
  optional: { code: { kind: 'text', rule: CODE }, value: { kind: 'count' } },
};

const REPORT: FormOf<HealthReport> = {
  kind: 'object',
  required: { events: { kind: 'list', of: EVENT } },
  optional: {},
};

const isFailure = ({ kind }: HealthEvent) => kind === 'failed' || kind === 'broke' || kind === 'error';

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    throw new NotUnderstood('the body is not JSON');
  }
}

/** One page says each thing once. */
function withoutRepeats(events: HealthEvent[]): HealthEvent[] {
  const byThing = events.map((event) => [`${event.kind} ${event.remote} ${event.code}`, event] as const);
  return [...new Map(byThing.reverse()).values()].reverse();
}

/** Reads what a page reports, each thing once. Throws what is answered with 400. */
export function readReport(body: unknown): HealthEvent[] {
  const { events } = readOr400<HealthReport>(REPORT, parse(body));
  events.forEach((event, index) => {
    const field = isFailure(event) ? 'code' : 'value';
    if (event[field] === undefined) throw new NotUnderstood(`"events[${index}].${field}" is missing`);
  });
  return withoutRepeats(events);
}

/** Whether the registry has a version: what is said of any other is not counted. */
export function isPublished(registry: Registry, remote: string): boolean {
  const [name = '', version = ''] = remote.split('@');
  return Object.hasOwn(remoteIn(registry, name)?.versions ?? {}, version);
}
