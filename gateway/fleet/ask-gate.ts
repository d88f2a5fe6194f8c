import { passGate } from '../publish/gate/pass.ts';
import { factsOfDeployRoot } from '../publish/gate/published-facts.ts';
import type { Order } from '../rollout/release/order.ts';
import { folderOf } from './staging.ts';

/**
 * Runs the gate on an order's version: a gateway doesn't trust a publisher's claim that another gateway did. Throws a
 * PlainError that names every failed clause, unless the order gives a reason to go on.
 * @returns the reason to record in the history; undefined when neither the team nor the gate gives one
 */
export async function whyAdmitted(root: string, order: Order): Promise<string | undefined> {
  const { signature, force, receipt, why } = order;
  const trust = signature === undefined ? 'sandboxed' : 'trusted';
  return passGate(await factsOfDeployRoot(root), await folderOf(root, order), { trust, force, receipt, why });
}
