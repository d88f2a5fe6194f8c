import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { publishBuilt } from 'gateway/publish/publisher';
import { Attacker } from '../../isolation/attacker.ts';
import { writeGuest } from '../../isolation/guest.ts';
import type { Programs } from '../../isolation/programs/program.ts';
import { CODE, DOCUMENTS, STORES } from '../../isolation/programs/reads.ts';
import { CALLS, ELEMENTS, NAVIGATIONS } from '../../isolation/programs/ways-out.ts';
import { type Planted, plantSecrets, useSecrets } from '../../isolation/secrets.ts';
import { asGuest } from '../../support/hospital/guests.ts';
import { button, heading, link } from '../../support/phone/phone.ts';
import { STEPS_TO_ADMISSION_SURVEY } from '../../support/screens/screens.ts';
import type { EnginePhone } from '../engine-phone.ts';
import { beginSignedIn } from '../journeys/entering.ts';
import type { Journey, Visit } from '../journeys/journey.ts';
import { serveBare } from './bare.ts';
import { inFrame } from './frame.ts';

const SURVEY = 'How was your admission?';
/** Blocked attacks are reported on the console. */
const ANYTHING = /(?:)/;
/** Time to wait for further calls to arrive, in milliseconds. */
const ARRIVAL_MS = 1_000;

async function openSurvey(phone: EnginePhone): Promise<void> {
  await phone.tap(link(/How was your admission\?/));
  await phone.sees(heading(SURVEY));
}

const honest: Journey = {
  name: 'guest: survey sent',
  async walk(visit) {
    const { phone, stack } = visit;
    await beginSignedIn(visit, STEPS_TO_ADMISSION_SURVEY);
    await asGuest(stack);
    const before = (await stack.receipts()).length;
    await phone.open('/profile/1/events');
    await openSurvey(phone);
    const form = inFrame(phone.browser);
    await form.sees(button('Send feedback'));
    await form.tap({ role: 'radio', name: 'Satisfied' });
    await form.fill({ label: /about triage/ }, 'Quick and kind.');
    await form.tap(button('Send feedback'));
    await form.sees({ role: 'heading', name: 'Thank you for your feedback!' });
    await phone.until('the survey is at the hospital', async () => (await stack.receipts()).length === before + 1);
  },
};

/** Waits for a full round trip to the server, so that a program's last request has arrived. */
const settled = (phone: EnginePhone) => phone.run(() => fetch('/config.json').then((answer) => answer.text()));

/** Distinguishes versions by their last number. */
let published = 0;

/** Publishes a guest that runs these programs, and runs the attacker's server meanwhile. */
async function withAttack(
  programs: Programs,
  visit: Visit,
  walk: (attacker: Attacker) => Promise<void>,
): Promise<void> {
  const attacker = await Attacker.start();
  const folder = await mkdtemp(join(tmpdir(), 'lodestar-guest-'));
  try {
    published += 1;
    await writeGuest(folder, `66.0.${published}`, programs, attacker);
    await publishBuilt(visit.stack.deployRoot, folder, {}, {});
    await walk(attacker);
  } finally {
    await attacker.stop();
    await rm(folder, { recursive: true });
  }
}

/** Returns the programs that reach the server in this engine when no policy blocks them. */
async function ableWithoutPolicy(programs: Programs, { phone }: Visit): Promise<string[]> {
  const attacker = await Attacker.start();
  const bare = await serveBare(programs, attacker);
  try {
    await phone.open(bare.url);
    // Videos and fonts may be requested later than the rest, so this waits until no more requests arrive.
    for (let before = -1; before < attacker.paths.size; await wait(ARRIVAL_MS)) before = attacker.paths.size;
    const talks = attacker.datagrams > 0 ? ['some WebRTC'] : [];
    return [...attacker.reachedBy().filter((name) => name in programs), ...talks];
  } finally {
    await attacker.stop();
    bare.close();
  }
}

const READS = { ...STORES, ...DOCUMENTS, ...CODE };
const WAYS_OUT = { ...CALLS, ...ELEMENTS };

/** Returns what the guest's programs found, as text. */
const lootOf = (phone: EnginePhone) =>
  phone.browser.evaluateInFrame('JSON.stringify(globalThis.looted ?? {})').then((loot) => String(loot));

/** Describes what a guest's programs reached outside; an empty list means nothing. */
const reachedBy = (attacker: Attacker) => [
  ...attacker.reachedBy(),
  ...(attacker.connections > 0 ? [`${attacker.connections} connections`] : []),
  ...(attacker.datagrams > 0 ? [`${attacker.datagrams} datagrams`] : []),
];

const attacked: Journey = {
  name: 'guest: no secret, no call',
  allowed: ANYTHING,
  async walk(visit) {
    const { phone } = visit;
    const able = await ableWithoutPolicy(WAYS_OUT, visit);
    const token = await beginSignedIn(visit, STEPS_TO_ADMISSION_SURVEY);
    await withAttack({ ...READS, ...WAYS_OUT }, visit, async (attacker) => {
      await phone.open('/profile/1/events');
      const planted: Planted = {
        run: (work, secrets) => phone.run(work, secrets),
        type: (keys) => phone.browser.type(keys),
      };
      const secrets = await plantSecrets(planted, visit.stack, token);
      await openSurvey(phone);
      await phone.until('the programs have run', async () => (await lootOf(phone)).includes('reads its document'));
      await useSecrets(planted);
      await settled(phone);
      const loot = await lootOf(phone);
      const found = secrets.filter((secret) => loot.includes(secret));
      const reached = reachedBy(attacker);
      const closed = Object.keys(WAYS_OUT).filter((name) => !able.includes(name));
      console.log(
        `${phone.browser.name}: ${Object.keys(READS).length} programs found ${found.length} of ${secrets.length} secrets, ` +
          `${Object.keys(WAYS_OUT).length} ways out led to ${reached.length} places. Without a policy these lead nowhere either: ` +
          closed.join(', '),
      );
      if (found.length > 0) throw new Error(`The guest has found ${found.join(', ')}`);
      if (reached.length > 0) throw new Error(`The guest has reached the server: ${reached.join(', ')}`);
    });
  },
};

const leads = ([name, program]: [string, Programs[string]]): Journey => ({
  name: `guest: ${name}`,
  allowed: ANYTHING,
  async walk(visit) {
    const { phone } = visit;
    await beginSignedIn(visit, STEPS_TO_ADMISSION_SURVEY);
    await withAttack({ [name]: program }, visit, async (attacker) => {
      await phone.open('/profile/1/events');
      await openSurvey(phone);
      await settled(phone);
      await phone.tap(link('Results'));
      await phone.sees(heading('My Results'));
      if (attacker.paths.size > 0) throw new Error(`It reached ${attacker.reachedBy().join(', ')}`);
    });
  },
});

/**
 * Journeys of guests' frames for each engine: a form that must work, and attacks that must fail (docs/security.md).
 */
export const GUESTS: readonly Journey[] = [honest, attacked, ...Object.entries(NAVIGATIONS).map(leads)];
