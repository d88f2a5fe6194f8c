/** Which groups of an identity provider give which roles at the desk. */
import { type EnvironmentReader, providerSetting } from 'server-kit/environment';
import type { StaffRole } from '../contract.ts';

/** What one group gives its members. */
export interface GroupRole {
  group: string;
  role: StaffRole;
  /** Of a nurse; null: every ward. */
  wards: readonly string[] | null;
}

/** Greedy, as names of groups may contain an equals sign. */
const FORM = /^(.{1,200})=(?:(clerk|operator|privacy)|nurse:([^:=|]+(?:\|[^:=|]+)*))$/;
/** In the place of wards, as in `npm run accounts -- role`. */
const EVERY_WARD = 'all';

function readGroup(item: string): GroupRole[] {
  const [, group, role, wards = ''] = FORM.exec(item) ?? [];
  if (group === undefined) return [];
  if (role !== undefined) return [{ group, role: role as StaffRole, wards: null }];
  const named = wards.split('|').map((ward) => ward.trim());
  return [{ group, role: 'nurse', wards: named.join() === EVERY_WARD ? null : named }];
}

/** Returns what a provider's groups give; undefined: its groups don't matter, and `npm run accounts` assigns roles. */
export function readGroups(env: EnvironmentReader, id: string): readonly GroupRole[] | undefined {
  const rule = 'such as 4A-nurses=nurse:4A|4B,desk=clerk; also operator and privacy, and nurse:all for every ward';
  const items = env.list(providerSetting(id, 'GROUPS'), [], (item) => FORM.test(item), rule);
  return items.length === 0 ? undefined : items.flatMap(readGroup);
}
