import { readArguments } from 'server-kit/command-line';
import { runCommand } from 'server-kit/plain-error';
import { playWeeks, type WeeksReport } from './weeks.ts';

const USAGE = `Plays weeks of made-up hospitals, each with its own two API processes and PostgreSQL, which are killed meanwhile.
Prints whether the product then knows what a simple reading of the same messages says.

  npm run feed-weeks -w mock-api -- --seeds 10 --beds 400 --days 70 --kills 20`;

const COLUMNS: [title: string, of: (report: WeeksReport) => string | number][] = [
  ['seed', ({ seed }) => seed],
  ['messages', ({ deliveries, repeats }) => deliveries - repeats],
  ['twice', ({ repeats }) => repeats],
  ['broken', ({ broken }) => broken],
  ['early', ({ early }) => early],
  ['kills', ({ kills }) => Object.values(kills).reduce((sum, count) => sum + count, 0)],
  ['people', ({ people }) => people],
  ['present', ({ present }) => present],
  ['merges', ({ merges }) => merges],
  ['results', ({ results }) => results],
  ['seconds', ({ applied }) => applied.toFixed(0)],
  ['per second', ({ deliveries, applied }) => (deliveries / applied).toFixed(0)],
  ['lost or twice', ({ faults }) => faults.length],
  ['differences', ({ differences }) => differences.length],
];

const row = (cells: readonly (string | number)[]) =>
  cells.map((cell, index) => String(cell).padStart(COLUMNS[index]?.[0].length ?? 0)).join('  ');

runCommand(async () => {
  const text = { type: 'string' } as const;
  const options = { seeds: text, first: text, beds: text, days: text, kills: text, help: { type: 'boolean' } } as const;
  const { values } = readArguments(process.argv.slice(2), options);
  if (values.help) return console.log(USAGE);
  const [seeds, first, beds, days, kills] = [
    Number(values.seeds ?? 10),
    Number(values.first ?? 1),
    Number(values.beds ?? 400),
    Number(values.days ?? 7),
    Number(values.kills ?? 20),
  ];
  console.log(row(COLUMNS.map(([title]) => title)));
  for (let seed = first; seed < first + seeds; seed += 1) {
    const report = await playWeeks({ seed, beds, days, kills });
    console.log(row(COLUMNS.map(([, of]) => of(report))));
    const wrong = [...report.faults, ...report.differences];
    for (const line of wrong.slice(0, 20)) console.log(`  ${line}`);
    if (wrong.length > 0) process.exitCode = 1;
  }
});
