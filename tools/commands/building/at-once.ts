import { availableParallelism } from 'node:os';

/** Maximum number of parallel builds. Each takes half a gigabyte of memory, so a laptop can't run more. */
const MOST = Math.min(2, availableParallelism());

/**
 * Runs `work` for every item, two at a time if there are two processors, in the items' order.
 * @returns the results in the items' order. When one throws, running work is finished, nothing more is started, and the
 *   first error is thrown.
 */
export async function eachAtOnce<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const errors: unknown[] = [];
  const queue = items.entries();
  const takeTurns = async () => {
    for (const [index, item] of queue) {
      if (errors.length > 0) return;
      try {
        results[index] = await work(item);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: MOST }, takeTurns));
  if (errors.length > 0) throw errors[0];
  return results;
}
