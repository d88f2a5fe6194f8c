import type { Bytes, RemoteSizes, Sizes } from './bytes.ts';
import { SCREENS } from './screens.ts';
import { differences, quantile, sum } from './statistics.ts';
import type { Times } from './times.ts';

/** One aim of issue 2 and how it stands. */
export interface Verdict {
  aim: string;
  found: string;
  ok: boolean;
}

/** A remote's own scripts, in bytes. */
const REMOTE_BUDGET = 40_000;
/** What federation may add to a first screen, in bytes of gzip. */
const FEDERATION_BYTES = 30_000;
/** What federation may add to a load, as a share of the unfederated one. */
const FEDERATION_TIME = 0.1;

/** The rival that federation is held against: the one that fetches less, so that nobody is flattered. */
export const RIVALS = ['routes', 'bundle'] as const;

export const kB = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** All parts of a screen together. */
export function total(parts: readonly (Sizes & { transferred: number })[]): Sizes & { transferred: number } {
  const of = (key: keyof Sizes | 'transferred') => sum(parts.map((part) => part[key]));
  return { raw: of('raw'), gzip: of('gzip'), brotli: of('brotli'), transferred: of('transferred') };
}

/** Whether the scripts stay within what issue 2 aims at. */
export function judgeBytes(bytes: Bytes, remotes: RemoteSizes[]): Verdict[] {
  const screens = SCREENS.map(({ name, budget }) => {
    const { transferred } = total(bytes.federated[name]);
    return {
      aim: `${name}: JavaScript over the wire <= ${kB(budget)}`,
      found: kB(transferred),
      ok: transferred <= budget,
    };
  });
  const own = remotes.map(({ name, all }) => ({
    aim: `${name}: all of its own JavaScript <= ${kB(REMOTE_BUDGET)} (gzip)`,
    found: kB(all.gzip),
    ok: all.gzip <= REMOTE_BUDGET,
  }));
  const federation = SCREENS.flatMap(({ name }) =>
    RIVALS.map((rival) => {
      const more = total(bytes.federated[name]).gzip - total(bytes[rival][name]).gzip;
      return {
        aim: `${name}: federation's bytes against ${rival} <= ${kB(FEDERATION_BYTES)} (gzip)`,
        found: kB(more),
        ok: more <= FEDERATION_BYTES,
      };
    }),
  );
  return [...screens, ...own, ...federation];
}

/** Whether federation's price in time stays within what issue 2 aims at: the median of the paired differences. */
export function judgeTimes(times: Times): Verdict[] {
  return SCREENS.flatMap(({ name }) =>
    RIVALS.map((rival) => {
      const { federated } = times[name];
      const share = quantile(differences(federated, times[name][rival]), 0.5) / quantile(times[name][rival], 0.5);
      return {
        aim: `${name}: federation's time against ${rival} <= ${FEDERATION_TIME * 100} %`,
        found: `${share < 0 ? '' : '+'}${(share * 100).toFixed(1)} %`,
        ok: share <= FEDERATION_TIME,
      };
    }),
  );
}
