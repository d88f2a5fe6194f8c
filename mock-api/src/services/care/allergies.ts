/** The order in which allergies are listed. */
import type { About } from '../../contract.ts';

type Allergy = Pick<About['allergies']['items'][number], 'state' | 'risk' | 'reactions'>;

/** Returns 0 for one with a severe reaction, 1 with a moderate one, 2 for all others. */
function severityOf({ reactions }: Allergy): number {
  const severities = new Set(reactions.map(({ severity }) => severity));
  if (severities.has('severe')) return 0;
  return severities.has('moderate') ? 1 : 2;
}

/** An allergy of unknown risk may be a high one, so that it comes before those of low risk. */
const rankOf = (allergy: Allergy): number[] => [
  Number(allergy.state === 'past'),
  Number(allergy.risk !== 'high'),
  severityOf(allergy),
  Number(allergy.risk === 'low'),
];

/** Returns allergies by risk: those of high criticality first, then by severe reactions, past ones last. */
export function byRisk<Item extends Allergy>(items: readonly Item[]): Item[] {
  return items.toSorted((one, other) => {
    const ranks = rankOf(other);
    return rankOf(one).reduce((order, rank, index) => order || rank - (ranks[index] ?? 0), 0);
  });
}
