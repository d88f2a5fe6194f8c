import lighthouse from 'lighthouse';
import { chromium } from 'playwright';
import { freePorts } from '../support/ports.ts';
import { BROWSER_ARGUMENTS } from './browser.ts';

/** Scores from 0 to 100, and the metrics behind the first as Lighthouse words them. */
export interface LighthouseFigures {
  scores: Record<string, number>;
  metrics: Record<string, string>;
}

const METRICS = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];

/** Lighthouse with its own defaults (mobile, simulated throttling), in a browser of its own. */
export async function runLighthouse(url: string, executablePath: string): Promise<LighthouseFigures> {
  const [port = 0] = await freePorts(1);
  const browser = await chromium.launch({
    executablePath,
    args: [...BROWSER_ARGUMENTS, `--remote-debugging-port=${port}`],
  });
  try {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' });
    if (result === undefined) throw new Error('Lighthouse gave no result');
    const { categories, audits } = result.lhr;
    const scores = Object.values(categories).map(({ title, score }) => [title, Math.round((score ?? 0) * 100)]);
    const metrics = METRICS.map((id) => [audits[id]?.title ?? id, audits[id]?.displayValue ?? '?']);
    return { scores: Object.fromEntries(scores), metrics: Object.fromEntries(metrics) };
  } finally {
    await browser.close();
  }
}
