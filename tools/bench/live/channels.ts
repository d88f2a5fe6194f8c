import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Verdict } from '../budgets.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Number of events to deliver to phones that are open, closed, dead or without push, on PostgreSQL. */
const EVENTS = 1_000;

/** The summary line of the API's own test about delivery channels, and whether it passed. */
export interface ChannelFigures {
  summary: string;
  isHeld: boolean;
}

/** Runs the API's full push test on PostgreSQL, with a local push service. */
export function measureChannels(): Promise<ChannelFigures> {
  const child = spawn(process.execPath, ['mock-api/test/run.ts', '--only=postgres', 'test/push.test.ts'], {
    cwd: ROOT,
    env: { ...process.env, PUSH_EVENTS: String(EVENTS) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      const summary = text.split('\n').find((line) => line.startsWith('news: ')) ?? text;
      resolve({ summary, isHeld: code === 0 });
    });
  });
}

export function judgeChannels({ summary, isHeld }: ChannelFigures): Verdict {
  const aim = `live: each of ${EVENTS} events by exactly one of stream, push and text, on PostgreSQL`;
  return { aim, found: summary.replace('news: ', ''), ok: isHeld };
}
