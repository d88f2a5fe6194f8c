/**
 * Entry `shared-ui/contract/documents`: schema tables of the documents that teams exchange, for servers and tools.
 * Browsers use the same tables, through `parseRegistry` and `parseRemoteManifest`.
 * @module
 */
import type { Form } from '../form.ts';
import type { TextRule } from './rules.ts';

export { type Fault, type Form, type FormOf, read } from '../form.ts';
export { REGISTRY } from '../registry.ts';
export { checkDeclaration, DECLARATION, FIRST_SCREENS, REMOTE_MANIFEST } from '../remote-manifest.ts';
export { alike, isOwnPath, type PublishedRoute } from '../routes/routes.ts';
export {
  type FirstScreens,
  parseFirstScreens,
  parseFrames,
  type RenderedPart,
  type RenderedScreen,
  SCREEN_PLACE,
  type ScreenFrames,
} from './first-screens.ts';
export { markupFaults } from './markup.ts';
export { FILE, INTEGRITY, NAME, ORIGIN, SIGNATURE, TEAM, type TextRule, VERSION } from './rules.ts';

/** A JSON schema (draft 7, the best supported by editors and validators). */
type JsonSchema = Readonly<Record<string, unknown>>;

const text = (rule: TextRule | undefined): JsonSchema =>
  rule ? { type: 'string', pattern: rule.pattern.source, description: rule.says } : { type: 'string', minLength: 1 };

const properties = (forms: Readonly<Record<string, Form>>) =>
  Object.fromEntries(Object.entries(forms).map(([key, form]) => [key, schemaOf(form)]));

function schemaOf(form: Form): JsonSchema {
  switch (form.kind) {
    case 'text':
      return text(form.rule);
    case 'count':
      return { type: 'integer', minimum: 0 };
    case 'choice':
      return { enum: form.of };
    case 'list':
      return { type: 'array', items: schemaOf(form.of) };
    case 'map': {
      const names = form.keys ? { propertyNames: { pattern: form.keys.pattern.source } } : {};
      return { type: 'object', additionalProperties: schemaOf(form.of), ...names };
    }
    case 'object':
      return {
        type: 'object',
        properties: properties({ ...form.required, ...form.optional }),
        required: Object.keys(form.required),
      };
  }
}

/** Returns the JSON schema of a document described by the table `form`. Unknown fields are allowed. */
export function jsonSchemaOf(form: Form, title: string): JsonSchema {
  return { $schema: 'http://json-schema.org/draft-07/schema#', title, ...schemaOf(form) };
}
