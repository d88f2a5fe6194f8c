import { passGate } from '../gate/pass.ts';
import { factsOfDeployRoot } from '../gate/published-facts.ts';
import type { Order } from './order.ts';
import { placeOf } from './staging.ts';

/**
 * Asks the gate about the version that an order brings: a gateway believes no publisher that another one was asked. Throws
 * PlainError that names every clause in its way, unless the order gives a reason to go on.
 * @returns what the history shall say of why; undefined where neither team nor gate have anything to say
 */
export async function whyAdmitted(root: string, order: Order): Promise<string | undefined> {
  const { signature, force, receipt, why } = order;
  const trust = signature === undefined ? 'guest' : 'house';
  return passGate(await factsOfDeployRoot(root), await placeOf(root, order), { trust, force, receipt, why });
}
