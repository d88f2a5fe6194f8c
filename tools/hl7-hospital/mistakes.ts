/** What real senders get wrong now and then, for a receiver to put aside or to refuse. */
import type { Random } from './random.ts';
import type { TimedMessage } from './simulation.ts';

type Mistake = (text: string, random: Random) => string;

const withPid = (text: string, change: (fields: string[]) => void): string =>
  text.replace(/^PID.*$/m, (line) => {
    const fields = line.split('|');
    change(fields);
    return fields.join('|');
  });

const RECORD_NUMBER_ENDS = '^^^RVS^MR';

const MISTAKES: readonly Mistake[] = [
  // Somebody whom no message has announced.
  (text, random) =>
    withPid(text, (fields) => {
      fields[3] = `H-UNKNOWN-${random.integer(0, 9_999)}^^^RVS^MR`;
    }),
  (text) =>
    withPid(text, (fields) => {
      fields[3] = '';
    }),
  // Cut off before it says who it is about: later, no receiver could tell that something is missing.
  (text, random) => text.slice(0, random.integer(20, text.indexOf(RECORD_NUMBER_ENDS))),
  (text) => text.replace('MSH|', 'MSX|'),
];

/** Yields all messages, and broken copies of about `share` of them under a control id of their own. */
export function* withMistakes(
  messages: Iterable<TimedMessage>,
  random: Random,
  share: number,
): Generator<TimedMessage> {
  let count = 0;
  for (const message of messages) {
    yield message;
    if (!random.chance(share)) continue;
    count += 1;
    const control = message.text.split('|')[9] ?? '';
    const text = message.text.replace(`|${control}|`, `|X${count}|`);
    yield { ...message, text: random.pick(MISTAKES)(text, random), isBroken: true };
  }
}
