import { BadRequestError, readOr400 } from 'server-kit/fields';
import type { Registry } from 'shared-ui/contract';
import type { FormOf, TextRule } from 'shared-ui/contract/documents';
import type { HealthEvent, HealthReport } from 'shared-ui/contract/host';
import { remoteIn } from '../../registry/registry.ts';

/** Maximum size of a report, in bytes. */
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
    throw new BadRequestError('the body is not JSON');
  }
}

/** Removes repeated events: each counts once per page. */
function withoutRepeats(events: HealthEvent[]): HealthEvent[] {
  const byKey = events.map((event) => [`${event.kind} ${event.remote} ${event.code}`, event] as const);
  return [...new Map(byKey.reverse()).values()].reverse();
}

/** Parses a page's report and removes repeated events. Throws a 400 error when it is invalid. */
export function readReport(body: unknown): HealthEvent[] {
  const { events } = readOr400<HealthReport>(REPORT, parse(body));
  events.forEach((event, index) => {
    const field = isFailure(event) ? 'code' : 'value';
    if (event[field] === undefined) throw new BadRequestError(`"events[${index}].${field}" is missing`);
  });
  return withoutRepeats(events);
}

/** Returns whether the registry contains a version; reports about others are not counted. */
export function isPublished(registry: Registry, remote: string): boolean {
  const [name = '', version = ''] = remote.split('@');
  return Object.hasOwn(remoteIn(registry, name)?.versions ?? {}, version);
}
