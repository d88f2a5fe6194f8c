import { availableParallelism } from 'node:os';

/** A build takes half a gigabyte: more than two at once are for no laptop. */
const MOST = Math.min(2, availableParallelism());

/**
 * Does `work` for every item, two at once where there are two processors, begun in the items' order.
 * @returns what came of each, in the items' order. What has begun is finished even when another throws; then the first error
 *   is thrown, and nothing more is begun.
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
