/** Plays weeks of a made-up hospital into real processes that are killed meanwhile, and compares what is then known. */
import { randomFrom } from 'tools/hl7-hospital/random';
import { compare, type Findings } from './compare.ts';
import { planWeeks, ZONE } from './plan.ts';
import { Product } from './product.ts';
import { Senders } from './senders.ts';

export interface WeeksOptions {
  seed: number;
  beds: number;
  days: number;
  kills: number;
  merges?: number;
}

export interface WeeksReport extends Findings {
  seed: number;
  deliveries: number;
  repeats: number;
  broken: number;
  early: number;
  kills: Record<string, number>;
  /** From the first message to the last answer, and until everything was applied, in seconds. */
  sent: number;
  applied: number;
}

const KILLS = ['receiver', 'database', 'within', 'other', 'unanswered', 'connections', 'receiver', 'within'] as const;
type Kill = (typeof KILLS)[number];

/** Kills something, and resolves when it runs again. */
async function kill(kind: Kill, product: Product, senders: Senders, turn: number): Promise<void> {
  if (kind === 'receiver' || kind === 'other') return product.killApi(kind);
  if (kind === 'database') return product.crashDatabase();
  if (kind === 'connections') return product.cutDatabaseConnections();
  senders.cut(turn % 2 === 0 ? 'ADT' : 'LAB', kind);
}

export async function playWeeks(options: WeeksOptions): Promise<WeeksReport> {
  const { deliveries, census, repeats } = planWeeks(options);
  const random = randomFrom(options.seed + 2_000);
  const product = await Product.start({ HL7_TIME_ZONE: ZONE });
  try {
    const senders = new Senders(product.port);
    const kills: Record<string, number> = {};
    const due = Array.from({ length: options.kills }, () => random.integer(1, deliveries.length - 1)).sort(
      (one, other) => one - other,
    );
    let turn = 0;
    let running = Promise.resolve();
    /** Kills what is due; what is due while something is down waits until that is up again, and the senders with it. */
    const onAnswer = async (count: number) => {
      while (count >= (due[turn] ?? Number.POSITIVE_INFINITY)) {
        const own = turn;
        const kind = KILLS[own % KILLS.length] ?? 'receiver';
        turn += 1;
        await running;
        kills[kind] = (kills[kind] ?? 0) + 1;
        running = kill(kind, product, senders, own);
      }
    };
    const began = performance.now();
    await senders.play(deliveries, onAnswer);
    await running;
    const sent = performance.now() - began;
    await product.settled();
    const applied = performance.now() - began;
    return {
      seed: options.seed,
      deliveries: deliveries.length,
      repeats,
      broken: deliveries.filter(({ isBroken }) => isBroken).length,
      early: deliveries.filter(({ isEarly }) => isEarly).length,
      kills,
      sent: sent / 1000,
      applied: applied / 1000,
      ...(await compare(census, product.database, senders.answers)),
    };
  } finally {
    await product.stop();
  }
}
