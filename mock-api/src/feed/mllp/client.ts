/** Sends messages (MLLP over TCP), one after the other. */
import { connect, type Socket } from 'node:net';
import { MINUTE } from '../../common/clock.ts';
import { FrameReader, frameOf } from './frame.ts';

/** How long to wait for an answer, in milliseconds. */
const ANSWER_TIMEOUT = MINUTE;

/**
 * Sends messages to a receiver. Yields the answer to each.
 * @throws if there is no connection, or no answer
 */
export async function* sendMessages(
  { host, port }: { host: string; port: number },
  messages: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const socket = connect({ host, port });
  socket.on('timeout', () => socket.destroy(new Error('no answer in time')));
  const answers = answersOn(socket);
  try {
    for await (const message of messages) {
      socket.setTimeout(ANSWER_TIMEOUT);
      socket.write(frameOf(message));
      const { value, done } = await answers.next();
      socket.setTimeout(0);
      if (done) throw new Error('the receiver closed the connection without an answer');
      yield value;
    }
  } finally {
    socket.destroy();
  }
}

async function* answersOn(socket: Socket): AsyncGenerator<Buffer> {
  const reader = new FrameReader();
  for await (const chunk of socket) for (const { bytes } of reader.add(chunk)) yield bytes;
}
