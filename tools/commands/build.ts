import { buildChanged } from './building/local-build.ts';
import { runCommand } from './running/running.ts';

runCommand(async () => {
  const built = await buildChanged({ env: process.env, print: (line) => console.log(line) });
  console.log(
    built.length === 0 ? 'Nothing changed since the last build.' : `Built and published: ${built.join(', ')}.`,
  );
});
