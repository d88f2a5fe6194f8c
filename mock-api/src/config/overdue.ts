/** How long people may wait for the desk before it marks them as overdue, in minutes. */
import type { EnvironmentReader } from '../../../gateway/common/environment.ts';
import type { RequestKind } from '../contract.ts';

export type OverdueMinutes = Readonly<Record<RequestKind | 'account', number>>;

const DEFAULTS: OverdueMinutes = { question: 60, request: 30, correction: 240, account: 1440 };

const isOverdue = (text: string) => {
  const [kind = '', minutes = '', ...rest] = text.split(':');
  return Object.hasOwn(DEFAULTS, kind) && /^[1-9]\d{0,5}$/.test(minutes) && rest.length === 0;
};

/** Reads `OVERDUE_MINUTES`; kinds that it doesn't name keep their default. Invalid values are added to the problems. */
export function readOverdue(env: EnvironmentReader): OverdueMinutes {
  const rule = `minutes per kind of request separated by commas, such as ${Object.entries(DEFAULTS)
    .map(([kind, minutes]) => `${kind}:${minutes}`)
    .join(',')}`;
  const items = env.list('OVERDUE_MINUTES', [], isOverdue, rule).map((item) => item.split(':'));
  return { ...DEFAULTS, ...Object.fromEntries(items.map(([kind, minutes]) => [kind, Number(minutes)])) };
}
