import { setTimeout as wait } from 'node:timers/promises';
import { sendMessages } from 'mock-api/feed/mllp/client';
import { readArguments } from 'server-kit/command-line';
import { PlainError, runCommand } from 'server-kit/plain-error';
import { withMistakes } from './mistakes.ts';
import { randomFrom } from './random.ts';
import { bytesOf, simulate, type TimedMessage } from './simulation.ts';

const USAGE = `Plays a day of a made-up hospital into a running Lodestar, as its systems would send it (HL7 v2 over MLLP).

  npm run hospital                           40 beds, a day in ten minutes, to the demo of "npm start"
  npm run hospital -- --to 10.0.0.5:2575     to another receiver
  npm run hospital -- --seed 7               another hospital
  npm run hospital -- --beds 400 --minutes 60`;

/** Port on which the demo listens. */
const DEMO = '127.0.0.1:2575';
const DAY = 24 * 60 * 60_000;
/** Zone of the demo's hospital. */
const ZONE = 'America/Toronto';
/** Share of messages after which a broken copy is sent. */
const MISTAKES = 0.04;

/** @throws PlainError for anything but a whole number of at least one */
function readCount(written: string | undefined, otherwise: number, option: string): number {
  const count = Number(written ?? otherwise);
  if (!Number.isInteger(count) || count < 1) throw new PlainError(`--${option} must be a whole number, such as 40.`);
  return count;
}

/** @throws PlainError without a host and a port */
function readReceiver(written: string): { host: string; port: number } {
  const [, host = '', port] = /^(.+):(\d+)$/.exec(written) ?? [];
  if (host === '') throw new PlainError(`--to must be a host and a port, such as ${DEMO}.`);
  return { host, port: Number(port) };
}

const lineOf = ({ at, text }: TimedMessage, answer: Buffer): string => {
  const [, , , , , , , , type = '?'] = text.split('|', 9);
  const person = /^PID\|[^|]*\|[^|]*\|([^^|]*)/m.exec(text)?.[1] || '?';
  const clock = new Date(at).toLocaleTimeString('en-CA', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' });
  const [, verdict = '?', , reason = ''] = /^MSA\|(..)\|([^|\r]*)\|?([^|\r]*)/m.exec(answer.toString()) ?? [];
  return `${clock}  ${type.padEnd(16)} ${person.padEnd(10)} ${verdict} ${reason}`.trimEnd();
};

runCommand(async () => {
  const { values } = readArguments(process.argv.slice(2), {
    to: { type: 'string' },
    seed: { type: 'string' },
    beds: { type: 'string' },
    minutes: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  });
  if (values.help) return console.log(USAGE);
  const to = readReceiver(values.to ?? DEMO);
  const seed = readCount(values.seed, 1, 'seed');
  const duration = readCount(values.minutes, 10, 'minutes') * 60_000;
  const began = Date.now();
  // The day ends now: nothing that phones show is in the future, except appointments.
  const start = began + duration - DAY;
  const day = simulate({ seed, beds: readCount(values.beds, 40, 'beds'), days: 1, start, zone: ZONE });
  const sent: TimedMessage[] = [];
  async function* paced() {
    for (const message of withMistakes(day, randomFrom(seed), MISTAKES)) {
      await wait(Math.max(0, began + (message.at - start) * (duration / DAY) - Date.now()));
      sent.push(message);
      yield bytesOf(message);
    }
  }
  for await (const answer of sendMessages(to, paced())) {
    const message = sent.shift();
    if (message) console.log(lineOf(message, answer));
  }
});
