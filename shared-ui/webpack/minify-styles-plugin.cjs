const { dependencies } = require('webpack');

const PLUGIN = 'MinifyStylesPlugin';

/** Functions of styled-components whose templates are CSS. */
const TAGS = new Set(['styled', 'css', 'keyframes', 'createGlobalStyle']);

const SOURCES = /\.tsx?$/;

const COMMENTS = /("[^"]*"|'[^']*')|\/\*.*?\*\//gs;
const SPACES = /("[^"]*"|'[^']*')|\s*([{}])\s*|(;)\s+|\s+/g;

/** Returns CSS without comments and without spaces that mean nothing. Strings stay as they are. */
const minified = (css) =>
  css
    .replace(COMMENTS, (_, string) => string ?? ' ')
    .replace(SPACES, (_, string, brace, end) => string ?? brace ?? end ?? ' ');

/** Returns the name with which a template's tag begins: `styled` of `styled(Card).attrs({})`. */
function nameOf(tag) {
  if (tag.type === 'MemberExpression') return nameOf(tag.object);
  if (tag.type === 'CallExpression') return nameOf(tag.callee);
  return tag.type === 'Identifier' ? tag.name : undefined;
}

/** Yields the parts between the expressions of all CSS templates in a syntax tree. */
function* partsIn(node) {
  if (node === null || typeof node !== 'object') return;
  if (node.type === 'TaggedTemplateExpression' && TAGS.has(nameOf(node.tag))) yield* node.quasi.quasis;
  for (const value of Object.values(node)) yield* partsIn(value);
}

/** Removes comments and spaces from the CSS in scripts, which minimizers of scripts leave as it is. */
class MinifyStylesPlugin {
  apply(compiler) {
    compiler.hooks.compilation.tap(PLUGIN, (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.parser.for('javascript/auto').tap(PLUGIN, (parser) => {
        parser.hooks.program.tap(PLUGIN, (tree) => {
          const { module } = parser.state;
          if (!SOURCES.test(module.resource)) return;
          for (const { value, range } of partsIn(tree.body))
            module.addPresentationalDependency(new dependencies.ConstDependency(minified(value.raw), range));
        });
      });
    });
  }
}

module.exports = { MinifyStylesPlugin };
