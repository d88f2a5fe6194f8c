/** Values of each side, of which those at the same index were measured one after the other. */
type Pairs<Value> = Value[][];

/**
 * Measures each side in turn (A B A B …), so that a machine that becomes slower slows all of them alike. A round in
 * which a side has no value (null) counts for none and is repeated.
 * @param spare how many rounds may be repeated
 * @throws Error if too few rounds have all values
 */
export async function measureInTurns<Value>(
  sides: readonly (() => Promise<Value | null>)[],
  { rounds, spare }: { rounds: number; spare: number },
): Promise<Pairs<Value>> {
  const pairs: Pairs<Value> = sides.map(() => []);
  let done = 0;
  for (let tries = 0; done < rounds && tries < rounds + spare; tries += 1) {
    const values: (Value | null)[] = [];
    for (const measure of sides) values.push(await measure());
    if (values.includes(null)) continue;
    for (const [index, value] of values.entries()) if (value !== null) pairs[index]?.push(value);
    done += 1;
  }
  if (done < rounds) throw new Error(`Only ${done} of ${rounds} rounds could be measured`);
  return pairs;
}
