import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import type { Product } from '../visit/product.ts';
import type { Visit } from '../visit/visit.ts';
import { checkMoments } from './answers.ts';
import { Findings } from './findings.ts';

/** A form that ignores further presses, on a machine where each press takes this long (ms), one number per attempt. */
function pressedSlowly(...pressTakes: number[]) {
  const posted: unknown[] = [];
  let waitsUntil = 0;
  let attempts = 0;
  const visit = {
    proxy: { posted, hold: () => undefined, release: () => undefined },
    page: { until: (isDone: () => Promise<boolean>) => isDone() },
    open: async () => {
      attempts += 1;
      waitsUntil = 0;
    },
    fill: async () => undefined,
    send: async () => {
      if (waitsUntil === 0) {
        waitsUntil = Date.now() + 6_000;
        posted.push({ Responses: [] });
      }
      mock.timers.tick(pressTakes[attempts - 1] ?? 0);
    },
    ask: async () => (Date.now() < waitsUntil ? 'Sending your answers' : 'We will send your answers'),
    reads: async () => true,
    leave: async () => undefined,
    end: async () => undefined,
  };
  const product = { visit: async () => visit as unknown as Visit, reopen: async () => undefined };
  return { product: product as unknown as Product, attempts: () => attempts };
}

for (const [name, pressTakes, attempts] of [
  ['in time', [1_000], 1],
  ['too slowly at first', [4_000, 1_000], 2],
  ['always too slowly', [4_000, 4_000, 4_000], 3],
] as const) {
  test(`a form that is pressed ${name} is not blamed for a text that changes after the app stopped waiting`, async () => {
    mock.timers.enable({ apis: ['Date'] });
    try {
      const pressed = pressedSlowly(...pressTakes);
      const findings = new Findings(['once']);
      await checkMoments(pressed.product, new Map([['admission', {}]]), findings);
      assert.deepEqual(findings.all(), [{ clause: 'once', holds: 'yes', seen: [] }]);
      assert.equal(pressed.attempts(), attempts);
    } finally {
      mock.timers.reset();
    }
  });
}
