import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import webpack, { type WebpackPluginInstance } from 'webpack';

const { MinifyStylesPlugin }: { MinifyStylesPlugin: new () => WebpackPluginInstance } = createRequire(import.meta.url)(
  '../../shared-ui/webpack/minify-styles-plugin.cjs',
);

/** Builds a module and returns its code. */
async function built(test: TestContext, source: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minify-styles-'));
  test.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'main.ts'), source);
  await new Promise<void>((resolve, reject) => {
    const optimization = { minimize: false };
    const output = { path: join(folder, 'dist') };
    const plugins = [new MinifyStylesPlugin()];
    webpack({ context: folder, entry: './main.ts', mode: 'production', optimization, output, plugins }, (error) =>
      error ? reject(error) : resolve(),
    );
  });
  return readFile(join(folder, 'dist', 'main.js'), 'utf8');
}

it('CSS templates lose comments and spaces, and keep strings, expressions and other templates', async (test) => {
  const code = await built(
    test,
    `globalThis.Card = styled(Link).attrs({})\`
  /* It doesn't wrap. */
  margin: 0  auto;
  \${large} & > p:hover {
    content: 'a  {  /* b */';
    inset: \${left}
      \${right};
  }
  \${mixin}
\`;
globalThis.words = t\`two  words /* here */\`;`,
  );
  const dollar = '$';
  const minified = ` margin: 0 auto;${dollar}{large} & > p:hover{content: 'a  {  /* b */';inset: ${dollar}{left} ${dollar}{right};}${dollar}{mixin} `;
  assert.ok(code.includes(`styled(Link).attrs({})\`${minified}\``), code);
  assert.ok(code.includes('t`two  words /* here */`'), code);
});
